import type { DbDeps } from '../db/deps.ts';
import type { Jobs } from './jobs.ts';

export type JobsDeps = DbDeps & { jobs: Jobs };
