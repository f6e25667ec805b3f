// A link in a mail can carry a whole session. It becomes this browser's session once the server has confirmed it.
import { adoptSession } from './adopt-session.ts';
import { sessionKeeper } from './keeper.ts';

type Tokens = { access_token: string; refresh_token: string };

export const adoptTokens = async (tokens: Tokens) => {
  const keeper = await sessionKeeper();
  const { data, error } = await keeper.setSession(tokens);
  if (error || !data.session) throw error ?? new Error('The link carries no session');
  await adoptSession(data.session, 'address');
};
