import { join } from 'node:path';

export const socketIn = (dataDir: string) => join(dataDir, 'operator.sock');
