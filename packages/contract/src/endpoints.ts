// Every call that a portal answers, in the order in which a reader meets them. The server serves no other.
import { activityCalls } from './activities.ts';
import { accountCalls } from './auth/auth.ts';
import { passwordCalls } from './auth/check-password.ts';
import { leavingCalls } from './auth/leaving.ts';
import { passkeyCalls } from './auth/passkeys.ts';
import { providerCalls } from './auth/provider-calls.ts';
import { secondFactorCalls } from './auth/second-factor-calls.ts';
import { sessionCalls } from './auth/session.ts';
import { sessionListCalls } from './auth/session-list.ts';
import { notMeCalls } from './auth/this-was-not-me.ts';
import { cliCalls } from './cli/cli-auth.ts';
import { faucetCalls } from './faucet.ts';
import { firstStepCalls } from './first-steps.ts';
import type { Endpoint } from './http/endpoint.ts';
import { keyCalls } from './keys/api-keys.ts';
import { keyCheckCalls } from './keys/key-check.ts';
import { leakCalls } from './keys/key-leaks.ts';
import { refusalCalls } from './keys/key-refusals.ts';
import { scopeCalls } from './keys/key-restrictions.ts';
import { usageCalls } from './keys/key-usage.ts';
import { dryRunCalls } from './keys/network-dry-run.ts';
import { rateLimitCalls } from './keys/rate-limit-requests.ts';
import { restoreCalls } from './keys/restore-key.ts';
import { operatorBackupCalls } from './operator/backup.ts';
import { operatorJobCalls } from './operator/jobs.ts';
import { operatorKeyCalls } from './operator/keys.ts';
import { operatorLogCalls } from './operator/log.ts';
import { operatorCalls } from './operator/operator.ts';
import { operatorStatusCalls } from './operator/status.ts';
import { operatorUserCalls } from './operator/users.ts';
import { portalCalls } from './portal.ts';
import { profileCalls } from './profile.ts';
import { keyRequestCalls } from './requests/requests.ts';

export const endpoints: readonly Endpoint[] = [
  ...accountCalls,
  ...passwordCalls,
  ...notMeCalls,
  ...leavingCalls,
  ...providerCalls,
  ...sessionListCalls,
  ...profileCalls,
  ...firstStepCalls,
  ...keyCalls,
  ...restoreCalls,
  ...scopeCalls,
  ...leakCalls,
  ...rateLimitCalls,
  ...usageCalls,
  ...refusalCalls,
  ...keyRequestCalls,
  ...dryRunCalls,
  ...activityCalls,
  ...faucetCalls,
  ...cliCalls,
  ...sessionCalls,
  ...secondFactorCalls,
  ...passkeyCalls,
  ...portalCalls,
  ...keyCheckCalls,
  ...operatorCalls,
  ...operatorLogCalls,
  ...operatorBackupCalls,
  ...operatorJobCalls,
  ...operatorStatusCalls,
  ...operatorUserCalls,
  ...operatorKeyCalls,
];
