// Operators have routes of their own, which app/ serves on a socket.
import type { Feature } from '../../http/feature.ts';
import { rateLimitDecided } from './mails.ts';

export const operator: Feature = { name: 'operator', mails: [rateLimitDecided] };
