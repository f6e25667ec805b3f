// Makes the link that verifies an address, and the mail that carries it.
import type { Db } from '../../db/open.ts';
import type { UserRow } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { sendEmailQueue } from '../../email/email.ts';
import { displayName } from '../../users.ts';
import { makeToken } from './one-time-tokens.ts';
import type { CodeExchange } from './pkce.ts';

// The name and password that a sign-up chose, and the client that will exchange its code.
type SignUp = { fullName?: string; passwordHash?: string; exchange?: CodeExchange | undefined };

export const mailVerificationLink = async (deps: Deps, tx: Db, user: UserRow, signUp: SignUp = {}) => {
  const { exchange, ...chosen } = signUp;
  const tokenId = await makeToken(deps, tx, {
    userId: user.id,
    purpose: 'verify-email',
    email: user.email,
    codeChallenge: exchange?.codeChallenge ?? null,
    ...chosen,
  });
  await deps.jobs.enqueue(tx, sendEmailQueue, {
    template: 'verify-email',
    to: user.email,
    fullName: chosen.fullName ?? displayName(user),
    tokenId,
    ...(exchange ? { linkTo: exchange.linkTo } : {}),
  });
};
