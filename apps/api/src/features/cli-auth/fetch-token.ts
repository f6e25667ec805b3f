// Without the verifier a caller learns nothing.
import type { fetchCliToken } from '@ballast/contract/cli/cli-auth';
import type { Answer } from '@ballast/contract/http/endpoint';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../http/deps.ts';
import { recordActivity } from '../../identity/activity-log.ts';
import type { Visitor } from '../../identity/actor.ts';
import { insertCliToken, scopesOf } from '../../identity/cli/cli-tokens.ts';
import { type CliRequestRow, cliRequests } from '../../identity/cli/tables.ts';
import { holdAccount } from '../../identity/hold-account.ts';
import { consume, consumeByNetwork } from '../../identity/throttling/throttles.ts';
import { toUser } from '../../identity/users.ts';
import { daysAfter } from '../../runtime/times.ts';
import { cliPollPerAddress, cliPollPerRequest } from './limits.ts';
import { alreadyUsed, findRequest, isExpired, isMadeWith, unknownRequest } from './requests.ts';
import type { WaitingRoom } from './waiting-room.ts';

type TokenRequest = { state: string; codeVerifier: string };
type TokenReply = Answer<typeof fetchCliToken>;

// The update decides, so that one of many calls gets the token. It is made here, so that it does not exist before it can be
// fetched.
const redeem = (deps: Deps, actor: Visitor, { state, userId }: CliRequestRow): Promise<TokenReply> =>
  deps.db.transaction(async (tx) => {
    const owner = userId && (await holdAccount(deps, tx, userId));
    if (!owner) throw alreadyUsed();
    const [request] = await tx
      .update(cliRequests)
      .set({ status: 'redeemed' })
      .where(and(eq(cliRequests.state, state), eq(cliRequests.status, 'authorized')))
      .returning();
    if (!request) throw alreadyUsed();
    const { deviceName, expiresInDays } = request;
    const ownerId = owner.id;
    const expiresAt = expiresInDays === null ? null : daysAfter(deps.now(), expiresInDays);
    const scopes = scopesOf(request);
    const device = { deviceName, kind: 'device' as const, scopes, expiresAt, madeWith: [] };
    const { token, row } = await insertCliToken(deps, tx, actor, ownerId, device);
    const description = `${deviceName} from ${actor.client.address}`;
    await recordActivity(deps, tx, actor, { ownerId, type: 'cli_token_created', description });
    return {
      status: 'GRANTED',
      token,
      deviceId: row.id,
      user: toUser(owner),
      scopes,
      expiresAt: expiresAt?.toISOString() ?? null,
    };
  });

const toReply = (deps: Deps, actor: Visitor, request: CliRequestRow): TokenReply | Promise<TokenReply> => {
  if (request.status === 'denied') return { status: 'DENIED' };
  if (request.status === 'redeemed') throw alreadyUsed();
  if (isExpired(request, deps.now())) return { status: 'EXPIRED' };
  return request.status === 'authorized' ? redeem(deps, actor, request) : { status: 'PENDING' };
};

const findOwnRequest = async (deps: Deps, actor: Visitor, { state, codeVerifier }: TokenRequest) => {
  const request = await findRequest(deps.db, state);
  if (request && isMadeWith(request, codeVerifier)) return request;
  throw await unknownRequest(deps, actor);
};

// A tool without room may poll again, up to a limit.
const countPoll = async ({ throttles }: Deps, actor: Visitor, { state }: TokenRequest) => {
  await consumeByNetwork(throttles.of(cliPollPerAddress), actor);
  await consume(throttles.of(cliPollPerRequest), state);
};

export const fetchToken = async (
  deps: Deps,
  actor: Visitor,
  waitingRoom: WaitingRoom,
  tokenRequest: TokenRequest,
  gone: AbortSignal,
): Promise<TokenReply> => {
  await countPoll(deps, actor, tokenRequest);
  const request = await findOwnRequest(deps, actor, tokenRequest);
  if (request.status !== 'pending' || isExpired(request, deps.now())) return toReply(deps, actor, request);

  const { address } = actor.client;
  if (!waitingRoom.hasRoom(request.state, address)) return { status: 'PENDING' };
  await waitingRoom.wait(request.state, address, gone);
  // The caller may be gone, so the token is left for the next call.
  if (gone.aborted) return { status: 'PENDING' };
  return toReply(deps, actor, await findOwnRequest(deps, actor, tokenRequest));
};
