import {
  noteBackup as noteBackupCall,
  takeBackup as takeBackupCall,
} from '@ballast/contract/operator/backup';
import * as jobs from '@ballast/contract/operator/jobs';
import * as keys from '@ballast/contract/operator/keys';
import { readOperatorLog, verifyOperatorLog } from '@ballast/contract/operator/log';
import * as contract from '@ballast/contract/operator/operator';
import * as contractStatus from '@ballast/contract/operator/status';
import * as users from '@ballast/contract/operator/users';
import type { Serve } from '../../http/call.ts';
import type { Deps } from '../../http/deps.ts';
import { noteBackup, takeBackup } from './backup/take-backup.ts';
import { dropJob, listJobs, retryJob, retryJobs } from './jobs/review-jobs.ts';
import { limitKey } from './keys/limit-key.ts';
import { revokeKey, showKey } from './keys/review-keys.ts';
import { readLog } from './log/read-log.ts';
import { verifyLog } from './log/verify-log.ts';
import { decideReview, listReviews, showReview } from './requests/review-requests.ts';
import { rotateAndRecord } from './secrets/rotate-secret.ts';
import { readStatus } from './status/read-status.ts';
import { listUsers } from './users/list-users.ts';
import { resetFactors } from './users/reset-factors.ts';
import { showUser } from './users/show-user.ts';
import { endUserSessions, restoreUser, suspendUser } from './users/suspend-user.ts';

export const operatorRoutes = (serve: Serve, deps: Deps) => {
  // These take as long as there are keys, people or entries.
  const patient = { ...deps, db: deps.patientDb };
  serve(contract.listReviews, ({ actor, query }) => listReviews(deps, actor, query));
  serve(contract.getReview, ({ actor, params }) => showReview(deps, actor, params.id));
  serve(contract.decideReview, ({ actor, params, body }) => decideReview(deps, actor, params.id, body));
  serve(contract.rotateSecret, ({ actor, params }) => rotateAndRecord(patient, actor, params.secret));
  serve(users.listUsers, ({ actor, query }) => listUsers(patient, actor, query));
  serve(users.showUser, ({ actor, params }) => showUser(deps, actor, params.who));
  serve(users.suspendUser, ({ actor, params, body }) => suspendUser(patient, actor, params.who, body.reason));
  serve(users.restoreUser, ({ actor, params }) => restoreUser(patient, actor, params.who));
  serve(users.endUserSessions, ({ actor, params }) => endUserSessions(deps, actor, params.who));
  serve(users.resetFactors, ({ actor, params, body }) => resetFactors(deps, actor, params.who, body));
  serve(keys.showKey, ({ actor, params }) => showKey(deps, actor, params.id));
  serve(keys.revokeKey, ({ actor, params, body }) => revokeKey(deps, actor, params.id, body.reason));
  serve(keys.limitKey, ({ actor, params, body }) => limitKey(deps, actor, params.id, body));
  serve(jobs.listJobs, ({ query }) => listJobs(deps, query.queue));
  serve(jobs.retryJob, ({ actor, params }) => retryJob(deps, actor, params.id));
  serve(jobs.retryJobs, ({ actor, body }) => retryJobs(deps, actor, body.queue));
  serve(jobs.dropJob, ({ actor, params, body }) => dropJob(deps, actor, params.id, body.reason));
  serve(readOperatorLog, ({ query }) => readLog(deps, query));
  serve(takeBackupCall, ({ actor, body }) => takeBackup(deps, actor, body.file));
  serve(noteBackupCall, ({ actor }) => noteBackup(deps, actor));
  serve(contractStatus.readStatus, () => readStatus(deps));
  serve(verifyOperatorLog, ({ query }) => verifyLog(patient, query.known));
};
