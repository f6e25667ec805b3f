import { noteBackup, takeBackup } from '@ballast/contract/operator/backup';
import * as jobs from '@ballast/contract/operator/jobs';
import { limitKey, revokeKey, showKey } from '@ballast/contract/operator/keys';
import { readOperatorLog, verifyOperatorLog } from '@ballast/contract/operator/log';
import { decideReview, getReview, listReviews, rotateSecret } from '@ballast/contract/operator/operator';
import { readStatus } from '@ballast/contract/operator/status';
import * as people from '@ballast/contract/operator/users';
import { nothing, on, theKey } from '../../../testing/isolation/cases.ts';
import type { World } from '../../../testing/isolation/world.ts';

const noJob = '00000000-0000-4000-8000-000000000000';
const theOwner = ({ owner }: World) => ({ params: { who: owner.email } });

export const cases = [
  on(listReviews, () => ({ query: {} })),
  on(getReview, ({ owner }) => ({ params: { id: owner.sandboxKey.id } })),
  on(decideReview, ({ owner }) => ({
    params: { id: owner.sandboxKey.id },
    body: { approved: true, note: null },
  })),
  on(rotateSecret, () => ({ params: { secret: 'pepper' } })),
  on(readOperatorLog, () => ({ query: {} })),
  // No file can be made there.
  on(takeBackup, () => ({ body: { file: '/dev/null/x.backup' } })),
  on(jobs.listJobs, () => ({ query: {} })),
  on(jobs.retryJob, () => ({ params: { id: noJob } })),
  on(jobs.retryJobs, () => ({ body: { queue: 'no-queue' } })),
  on(jobs.dropJob, () => ({ params: { id: noJob }, body: { reason: 'stuck' } })),
  on(noteBackup, nothing),
  on(verifyOperatorLog, nothing),
  on(readStatus, nothing),
  on(people.listUsers, () => ({ query: {} })),
  on(people.showUser, theOwner),
  on(people.suspendUser, (world) => ({ ...theOwner(world), body: { reason: 'abuse' } })),
  on(people.restoreUser, theOwner),
  on(people.endUserSessions, theOwner),
  on(people.resetFactors, (world) => ({ ...theOwner(world), body: { reason: 'lost', now: false } })),
  on(people.exportUser, (world) => ({ ...theOwner(world), query: { reason: 'ticket' } })),
  on(people.eraseUser, (world) => ({ ...theOwner(world), query: { reason: 'ticket' } })),
  on(showKey, theKey),
  on(revokeKey, (world) => ({ ...theKey(world), body: { reason: 'abuse' } })),
  on(limitKey, (world) => ({ ...theKey(world), body: { limit: 5, reason: 'abuse' } })),
];
