// The operator's socket, with the calls that need to know all features: what somebody's data are, and what goes with an account.
import type { Answer } from '@ballast/contract/http/endpoint';
import { eraseUser, exportUser, operatorUserMessages } from '@ballast/contract/operator/users';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import { ledgerAccounts, ledgerEntries } from '../../features/faucet/tables.ts';
import { recordAlone, recordOperation } from '../../features/operator/log/operator-log.ts';
import { operatorMails } from '../../features/operator/mails.ts';
import { openOperatorSocket } from '../../features/operator/operator-socket.ts';
import { operatorLog } from '../../features/operator/tables.ts';
import { findUser, holdUser, statusOf, targetOf } from '../../features/operator/users/find-user.ts';
import type { Download } from '../../http/answers/send-download.ts';
import type { Deps } from '../../http/deps.ts';
import type { Operator } from '../../identity/actor.ts';
import { mailOwner } from '../../identity/security-mail.ts';
import type { UserRow } from '../../identity/tables.ts';
import { publishKeyChanges } from '../../key-check/lookup/publish-change.ts';
import { apiKeys } from '../../key-check/tables.ts';
import { Failure } from '../../runtime/failure.ts';
import { eraseAccount } from '../accounts/erase-account.ts';
import { downloadData } from '../accounts/export-data.ts';

const exportAccount = async (deps: Deps, actor: Operator, who: string, reason: string): Promise<Download> => {
  const user = await findUser(deps.db, who);
  await recordAlone(deps, actor, { action: 'users export', target: targetOf(user), after: { reason } });
  return downloadData(deps, user);
};

const countLedgerEntries = async (tx: Db, ownerId: string) => {
  const theirs = and(eq(ledgerAccounts.kind, 'developer'), eq(ledgerAccounts.owner, ownerId));
  const rows = await tx
    .select({ id: ledgerEntries.transferId })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(theirs);
  return rows.length;
};

const describeKept = async (tx: Db, user: UserRow) => {
  const ledger = await countLedgerEntries(tx, user.id);
  // The entry of this deletion comes on top.
  const logged = 1 + (await tx.$count(operatorLog, eq(operatorLog.target, targetOf(user))));
  return [
    {
      what: `${logged} in the operator log, with the account's id`,
      why: 'what operators did stays on record; beside ids it has the words that they searched for, but no address',
    },
    ...(ledger
      ? [{ what: `${ledger} in the sandbox ledger, with the account's id`, why: 'its sums must add up' }]
      : []),
    ...(user.emailVerifiedAt
      ? [{ what: 'the mail that tells them, with the address', why: 'it goes an hour after it was sent' }]
      : []),
    {
      what: "lines of the portal's log, with the account's id",
      why: 'they are where your collector keeps them',
    },
    { what: 'backups that were made before', why: 'nobody rewrites them; they end with their own time' },
  ];
};

const eraseByOperator = async (
  deps: Deps,
  actor: Operator,
  who: string,
  reason: string,
): Promise<Answer<typeof eraseUser>> => {
  const { id } = await findUser(deps.db, who);
  const keys = await deps.db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.userId, id));
  const keyIds = keys.map((key) => key.id);
  return publishKeyChanges(deps, keyIds, async (tx) => {
    const user = await holdUser(tx, id);
    const done = await eraseAccount(deps, tx, id);
    if (!done) throw new Failure('conflict', { message: operatorUserMessages.transferUnderWay });
    if (user.emailVerifiedAt) await mailOwner(deps, tx, user, operatorMails.accountErased, {});
    const remaining = await describeKept(tx, user);
    await recordOperation(deps, tx, actor, {
      action: 'users delete',
      target: targetOf(user),
      before: { status: statusOf(user), keys: keyIds.length },
      after: { status: 'gone', reason, jobs: done.jobs, kept: remaining.map(({ what }) => what) },
    });
    return { id, jobs: done.jobs, kept: remaining };
  });
};

// An operator who suspends an account waits behind nothing that the account does.
export const serveOperators = (portal: Deps) => {
  const deps = { ...portal, ...portal.operators };
  // A deletion takes as long as there is something to delete.
  const patient = { ...deps, db: deps.patientDb };
  return openOperatorSocket(deps, (serve) => {
    serve(exportUser, ({ actor, params, query }) => exportAccount(deps, actor, params.who, query.reason));
    serve(eraseUser, ({ actor, params, query }) => eraseByOperator(patient, actor, params.who, query.reason));
  });
};
