// The tool waits for the answer and fetches its token, once. Whoever lacks the verifier learns nothing.
import type { fetchCliToken } from '@ballast/contract/cli-auth';
import type { Answer } from '@ballast/contract/endpoint';
import { and, eq } from 'drizzle-orm';
import { recordEntry } from '../../activity-log.ts';
import type { Client } from '../../actor.ts';
import { insertCliToken } from '../../cli-tokens.ts';
import { matchesChallenge } from '../../code-challenge.ts';
import { type CliRequestRow, cliRequests, users } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { toUser } from '../../users.ts';
import { findRequest, isOver, unknownRequest, used } from './requests.ts';
import type { WaitingRoom } from './waiting-room.ts';

type Asked = { state: string; codeVerifier: string };
type Told = Answer<typeof fetchCliToken>;

// The update decides, so that of many calls at once one gets the token. It is made here and not when the person
// answers, so that it is nowhere before somebody can take it.
const redeem = (deps: Deps, { state }: CliRequestRow, client: Client): Promise<Told> =>
  deps.db.transaction(async (tx) => {
    const [request] = await tx
      .update(cliRequests)
      .set({ status: 'redeemed' })
      .where(and(eq(cliRequests.state, state), eq(cliRequests.status, 'authorized')))
      .returning();
    if (!request?.userId) throw used();
    const { userId, deviceName } = request;
    const [user] = await tx.select().from(users).where(eq(users.id, userId));
    if (!user) throw used();
    const { address } = client;
    const device = await insertCliToken(deps, tx, { userId, deviceName, address });
    const description = `${deviceName} from ${address}`;
    await recordEntry(tx, { userId, type: 'cli_token_created', description, client, at: deps.now() });
    return { status: 'GRANTED', ...device, user: toUser(user) };
  });

const tell = (deps: Deps, request: CliRequestRow, client: Client): Told | Promise<Told> => {
  if (request.status === 'denied') return { status: 'DENIED' };
  if (request.status === 'redeemed') throw used();
  if (isOver(request, deps.now())) return { status: 'EXPIRED' };
  return request.status === 'authorized' ? redeem(deps, request, client) : { status: 'PENDING' };
};

const findOwn = async (deps: Deps, { state, codeVerifier }: Asked, client: Client) => {
  const request = await findRequest(deps.db, state);
  if (request && matchesChallenge(request.codeChallenge, codeVerifier)) return request;
  throw await unknownRequest(deps, client);
};

export const fetchToken = async (
  deps: Deps,
  waitingRoom: WaitingRoom,
  asked: Asked,
  client: Client,
  gone: AbortSignal,
): Promise<Told> => {
  const request = await findOwn(deps, asked, client);
  if (request.status !== 'pending' || isOver(request, deps.now())) return tell(deps, request, client);

  await waitingRoom.wait(asked.state, gone);
  // Nobody may be there to take a token, so it is left for the next call.
  if (gone.aborted) return { status: 'PENDING' };
  return tell(deps, await findOwn(deps, asked, client), client);
};
