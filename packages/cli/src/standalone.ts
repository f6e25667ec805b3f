// The tool as one executable (npm run standalone). Node takes a script there that is one file and CommonJS.
import { readPackageInfo } from './package-info.ts';
import { run } from './run.ts';
import { endWith, leaveWithReader } from './streams.ts';

leaveWithReader();
run(process.argv.slice(2), readPackageInfo()).then(endWith);
