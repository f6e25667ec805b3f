// All features, in the order in which their routes are mounted. A new one is added here, and its tables in tables.ts.
import { activities } from '../features/activities/feature.ts';
import { apiKeys } from '../features/api-keys/feature.ts';
import { auth } from '../features/auth/feature.ts';
import { cliAuth } from '../features/cli-auth/feature.ts';
import { faucet } from '../features/faucet/feature.ts';
import { operator } from '../features/operator/feature.ts';
import { profile } from '../features/profile/feature.ts';
import { providers } from '../features/providers/feature.ts';
import { requests } from '../features/requests/feature.ts';
import { secondFactors } from '../features/second-factors/feature.ts';
import type { Feature } from '../http/feature.ts';

export const features: Feature[] = [
  ...[auth, secondFactors, providers, profile],
  ...[apiKeys, requests, activities, cliAuth, faucet, operator],
];
