// Where the parts of an installation lie. The built server stands one folder below apps/api, as this file does, so
// both find them in the same way.
import { fileURLToPath } from 'node:url';

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const dist = place('../dist');
export const migrationsFolder = place('../migrations');
export const webDist = place('../../web/dist');
export const cliDist = place('../../../packages/cli/dist');
