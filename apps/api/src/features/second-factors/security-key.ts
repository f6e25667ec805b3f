import { type Answered, keyAnswer } from '@ballast/contract/auth/webauthn';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { Deps } from '../../http/deps.ts';
import type { Owner } from '../../identity/actor.ts';
import { type FactorRow, factors } from '../../identity/factors/tables.ts';
import { displayName } from '../../identity/users.ts';
import { makeRequestOptions, readAsserted } from '../../identity/webauthn/assertion.ts';
import { makeCreationOptions, readCreated } from '../../identity/webauthn/registration.ts';
import { goesOn } from '../../identity/webauthn/sign-count.ts';
import { Failure, invalidField } from '../../runtime/failure.ts';
import type { Attempt, FactorKind, Outcome } from './factor-kinds.ts';

// User verification is not needed beside the password.
const userVerified = false;

const isVerified = ({ status }: FactorRow) => status === 'verified';

// A new key is created, a known one signs.
const typeOf = (factor: FactorRow) => (isVerified(factor) ? 'request' : 'create');

const readKeys = (tx: Db, ownerId: string) =>
  tx
    .select()
    .from(factors)
    .where(and(eq(factors.userId, ownerId), isNotNull(factors.credentialId)));

const makeOptions = async (deps: Deps, tx: Db, owner: Owner, factor: FactorRow) => {
  if (isVerified(factor))
    return makeRequestOptions(deps.config, {
      userVerification: 'preferred',
      allowed: (await readKeys(tx, owner.id)).filter(isVerified),
    });
  return makeCreationOptions(deps.config, {
    kind: 'security key',
    // A handle of its own keeps it from replacing a passkey of the same account.
    userHandle: factor.id,
    userName: owner.email,
    displayName: displayName(owner),
    known: await readKeys(tx, owner.id),
  });
};

// Any of the account's keys may answer.
const answeredBy = async (tx: Db, challenged: FactorRow, { webauthn }: Attempt['answer']) => {
  const answer = keyAnswer.safeParse(webauthn);
  if (!isVerified(challenged) || !answer.success) return challenged;
  const keys = (await readKeys(tx, challenged.userId)).filter(isVerified);
  return keys.find(({ credentialId }) => credentialId === answer.data.credential_response.id) ?? challenged;
};

// A malformed answer returns its refusal: the challenge is spent all the same.
const readAnswer = ({ webauthn }: Attempt['answer'], factor: FactorRow): Answered | Failure => {
  const read = keyAnswer.safeParse(webauthn);
  if (!read.success) {
    const [issue] = read.error.issues;
    return invalidField(['webauthn', ...(issue?.path ?? [])].join('.'), issue?.message ?? '');
  }
  const wanted = typeOf(factor);
  return read.data.type === wanted ? read.data : invalidField('webauthn.type', `type must be ${wanted}`);
};

const isRegistered = async (tx: Db, credentialId: string) => {
  const [known] = await tx
    .select({ id: factors.id })
    .from(factors)
    .where(eq(factors.credentialId, credentialId));
  return known !== undefined;
};

const register = async (
  deps: Deps,
  tx: Db,
  { factor, challenge }: Attempt,
  { credential_response }: Extract<Answered, { type: 'create' }>,
): Promise<Outcome> => {
  const created = await readCreated(deps.config, credential_response, challenge.challenge ?? '', {
    userVerified,
  });
  if (!created) return 'wrong';
  if (await isRegistered(tx, created.credentialId)) return new Failure('webauthn_credential_exists');
  const { backedUp, ...credential } = created;
  await tx.update(factors).set(credential).where(eq(factors.id, factor.id));
  return 'right';
};

const authenticate = async (
  deps: Deps,
  tx: Db,
  { factor, challenge }: Attempt,
  { credential_response }: Extract<Answered, { type: 'request' }>,
): Promise<Outcome> => {
  const { credentialId, publicKey } = factor;
  const asserted = await readAsserted(deps.config, credential_response, {
    challenge: challenge.challenge ?? '',
    credentialId,
    publicKey,
    userVerified,
  });
  if (!asserted) return 'wrong';
  if (!goesOn(factor.signCount, asserted.signCount)) return 'copied';
  await tx.update(factors).set({ signCount: asserted.signCount }).where(eq(factors.id, factor.id));
  return 'right';
};

export const securityKey: FactorKind = {
  method: 'mfa/webauthn',
  usualName: 'Security key',
  oneAttempt: true,
  enrol: () => ({ columns: {}, shown: {} }),
  challenge: async (deps, tx, owner, factor) => {
    const publicKey = await makeOptions(deps, tx, owner, factor);
    return {
      columns: { challenge: publicKey.challenge },
      shown: { webauthn: { type: typeOf(factor), credential_options: { publicKey } } },
    };
  },
  answeredBy,
  check: async (deps, tx, attempt) => {
    const answer = readAnswer(attempt.answer, attempt.factor);
    if (answer instanceof Failure) return answer;
    return answer.type === 'create'
      ? register(deps, tx, attempt, answer)
      : authenticate(deps, tx, attempt, answer);
  },
};
