// What a session was shown decides how much it may do. Its level is derived from that and stored nowhere.
import { factorLimits, type ProofMethod, type StepUpMethod } from '@ballast/contract/auth/second-factors';
import type { Session } from '@ballast/contract/auth/session';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import { secondsBefore } from '../../runtime/times.ts';
import { type ProofRow, sessionProofs } from '../factors/tables.ts';
import { type UserRow, users } from '../tables.ts';

export type Proof = Pick<ProofRow, 'method' | 'at' | 'factorId' | 'passkeyId'>;

// A passkey asks for a finger or a PIN, so it is two factors in one.
const strongMethods: readonly ProofMethod[] = ['totp', 'mfa/webauthn', 'mfa/recovery_code', 'passkey'];
// Enough for an account without a second factor.
const plainMethods: readonly ProofMethod[] = ['password', 'oauth', 'reauthentication'];

const isStrong = ({ method }: Proof) => strongMethods.includes(method);

export const levelOf = (proofs: Proof[]) => (proofs.some(isStrong) ? 'aal2' : 'aal1');

export const amrOf = (proofs: Proof[]) =>
  proofs
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .map(({ method, at }) => ({ method, timestamp: Math.floor(at.getTime() / 1000) }));

// Links in mails and refreshes never count. With a second factor, only that counts, or a passkey.
export const isFresh = (proofs: Proof[], now: Date, account: { hasVerifiedFactor: boolean }) => {
  const oldest = secondsBefore(now, factorLimits.freshMinutes * 60);
  const accepted = account.hasVerifiedFactor ? strongMethods : [...strongMethods, ...plainMethods];
  return proofs.some(({ method, at }) => accepted.includes(method) && at >= oldest);
};

export const hasVerifiedFactor = sql<boolean>`exists (
  select from factors where factors.user_id = users.id and factors.status = 'verified')`;

export const isStrongSession: SQL = sql`exists (
  select from session_proofs where session_proofs.session_id = sessions.id
  and session_proofs.method in (${sql.join(
    strongMethods.map((method) => sql`${method}`),
    sql`, `,
  )}))`;

const hasFactor = (type: string) => sql<boolean>`exists (
  select from factors where factors.user_id = users.id and factors.status = 'verified' and factors.type = ${type})`;

// The proofs that this account can give, in the order in which they are offered.
export const proofMethods = async (
  tx: Db,
  owner: Pick<UserRow, 'id' | 'passwordHash'>,
): Promise<StepUpMethod[]> => {
  const [has] = await tx
    .select({
      totp: hasFactor('totp'),
      webauthn: hasFactor('webauthn'),
      recovery_code: sql<boolean>`exists (
        select from recovery_codes where recovery_codes.user_id = users.id and recovery_codes.used_at is null)`,
      passkey: sql<boolean>`exists (select from passkeys where passkeys.user_id = users.id)`,
    })
    .from(users)
    .where(eq(users.id, owner.id));
  if (!has) return [];
  const strong = (['totp', 'webauthn', 'recovery_code', 'passkey'] as const).filter((method) => has[method]);
  if (has.totp || has.webauthn) return strong;
  const own: StepUpMethod[] = [...strong, ...(owner.passwordHash ? (['password'] as const) : [])];
  return own.length ? own : ['email'];
};

export type NewProof = { method: ProofMethod; factorId?: string; passkeyId?: string; identityId?: string };

const isSameSource = sql`session_proofs.factor_id is not distinct from excluded.factor_id
  and session_proofs.passkey_id is not distinct from excluded.passkey_id
  and session_proofs.identity_id is not distinct from excluded.identity_id`;

// A repeated proof moves its time and number. The first time stays if the same factor was shown.
export const writeProof = async (tx: Db, sessionId: string, proof: NewProof, at: Date, number = 0) => {
  const { factorId = null, passkeyId = null, identityId = null } = proof;
  const shown = { at, number, factorId, passkeyId, identityId };
  const first = {
    firstAt: sql`case when ${isSameSource} then coalesce(session_proofs.first_at, session_proofs.at) end`,
    firstNumber: sql`case when session_proofs.first_at is null then session_proofs.number
      else session_proofs.first_number end`,
  };
  await tx
    .insert(sessionProofs)
    .values({ sessionId, method: proof.method, ...shown })
    .onConflictDoUpdate({
      target: [sessionProofs.sessionId, sessionProofs.method],
      set: { ...shown, ...first },
    });
};

// A token counts the proofs from before it was issued: a copied token gains nothing by a later one.
export const countedProofs = (shown: ProofRow[], proofCount: number): Proof[] =>
  shown.flatMap((proof) => {
    if (proof.number <= proofCount) return proof;
    return proof.firstAt && proof.firstNumber <= proofCount ? { ...proof, at: proof.firstAt } : [];
  });

type Token = { sessionId: string; proofCount: number };

export const readProofs = async (tx: Db, { sessionId, proofCount }: Token): Promise<Proof[]> =>
  countedProofs(
    await tx.select().from(sessionProofs).where(eq(sessionProofs.sessionId, sessionId)),
    proofCount,
  );

// A command line was authorized by a session that had shown it.
type SignedIn = { kind: string; proofs: Proof[]; hasVerifiedFactor: boolean };
export const owesSecondFactor = ({ kind, proofs, hasVerifiedFactor }: SignedIn) =>
  kind !== 'cli' && hasVerifiedFactor && levelOf(proofs) !== 'aal2';

export const signInOwesSecondFactor = ({ user }: Session) =>
  user.factors.some(({ status }) => status === 'verified');
