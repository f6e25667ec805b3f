// The tool as one executable (npm run standalone). Node takes a script there that is one file and CommonJS.
import { readPackageInfo } from './package-info.ts';
import { leaveWithReader } from './pipes.ts';
import { run } from './run.ts';

leaveWithReader();
run(process.argv.slice(2), readPackageInfo()).then((exitCode) => {
  process.stdout.write('', () => process.exit(exitCode));
});
