// npm run bench: prints figures, each beside its baseline from the same run. Nothing here fails a build.
import { measureFirstLoad } from './first-load.ts';
import { measureSignIns } from './sign-ins.ts';
import { measureStart } from './start.ts';

console.log(`Node ${process.version}, ${new Date().toISOString()}\n`);
await measureStart();
await measureFirstLoad();
await measureSignIns();
