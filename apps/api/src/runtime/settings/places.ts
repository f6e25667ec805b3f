// The folders of an installation, found from src/runtime/settings or from the built server in dist.
import { join } from 'node:path';

const app = import.meta.dirname.replace(/[/\\](src[/\\]runtime[/\\]settings|dist)$/, '');

export const dist = join(app, 'dist');
// build.ts draws them.
export const picturesDist = join(dist, 'pictures');
export const migrationsFolder = join(app, 'migrations');
export const commonPasswordsFile = join(app, 'common-passwords.txt.br');
export const webDist = join(app, '../web/dist');
export const docsDist = join(app, '../../packages/docs/dist');
export const cliDist = join(app, '../../packages/cli/dist');
export const standaloneDist = join(app, '../../packages/cli/standalone/dist');
