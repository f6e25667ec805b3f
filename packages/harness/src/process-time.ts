// These modules change the time of a process that loads them first, with node --import.
import { fileURLToPath } from 'node:url';

export const clockAhead = fileURLToPath(new URL('./clock-ahead.mjs', import.meta.url));
export const patientTimers = fileURLToPath(new URL('./patient-timers.mjs', import.meta.url));
