import * as contract from '@ballast/contract/operator';
import { takeBackup as takeBackupCall } from '@ballast/contract/operator-backup';
import { readOperatorLog, verifyOperatorLog } from '@ballast/contract/operator-log';
import * as contractStatus from '@ballast/contract/operator-status';
import type { Serve } from '../../http/serve.ts';
import type { Deps } from '../../runtime/deps.ts';
import { readLog } from './read-log.ts';
import { readStatus } from './read-status.ts';
import { decideReview, getReview, listReviews } from './review-requests.ts';
import { rotateAndRecord } from './rotate-secret.ts';
import { takeBackup } from './take-backup.ts';
import { verifyLog } from './verify-log.ts';

export const operatorRoutes = (serve: Serve, deps: Deps) => {
  // These take as long as there are keys or entries.
  const patient = { ...deps, db: deps.patientDb };
  serve(contract.listReviews, ({ query }) => listReviews(deps, query));
  serve(contract.getReview, ({ params }) => getReview(deps, params.id));
  serve(contract.decideReview, ({ actor, params, body }) => decideReview(deps, actor, params.id, body));
  serve(contract.rotateSecret, ({ actor, params }) => rotateAndRecord(patient, actor, params.secret));
  serve(readOperatorLog, ({ query }) => readLog(deps, query));
  serve(takeBackupCall, ({ actor, body }) => takeBackup(deps, actor, body.file));
  serve(contractStatus.readStatus, () => readStatus(deps));
  serve(verifyOperatorLog, () => verifyLog(patient));
};
