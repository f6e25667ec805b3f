// The tool as one executable (npm run standalone). Node takes a script there that is one file and CommonJS.

import { run } from './run.ts';
import { endWith, leaveWithReader } from './terminal/streams.ts';
import { readPackageInfo } from './version/package-info.ts';

leaveWithReader();
run(process.argv.slice(2), readPackageInfo()).then(endWith);
