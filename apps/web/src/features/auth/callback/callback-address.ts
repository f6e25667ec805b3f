import { providerMessages } from '@ballast/contract/auth/provider-messages';

export type Callback =
  | { kind: 'tokens'; accessToken: string; refreshToken: string }
  | { kind: 'code'; code: string; state: string }
  | { kind: 'cancelled' }
  | { kind: 'error'; message: string };

type Address = { search: string; hash: string };

const readValues = ({ search, hash }: Address) =>
  new URLSearchParams([
    ...new URLSearchParams(search),
    ...new URLSearchParams(hash.replace('#', '')),
  ] as string[][]);

export const readCallback = (address: Address): Callback => {
  const values = readValues(address);
  const error = values.get('error');
  if (error === 'access_denied') return { kind: 'cancelled' };
  if (error) return { kind: 'error', message: providerMessages.failed };

  const accessToken = values.get('access_token');
  if (accessToken) return { kind: 'tokens', accessToken, refreshToken: values.get('refresh_token') ?? '' };

  const [code, state] = [values.get('code'), values.get('state')];
  if (code && state) return { kind: 'code', code, state };
  return { kind: 'error', message: providerMessages.nothingReceived };
};

const harmlessParameters = ['redirect_to', 'from'];

// Returns the part of the query that may stay in the address bar and in the history.
export const dropSecretParameters = (search: string) => {
  const rest = [...new URLSearchParams(search)].filter(([name]) => harmlessParameters.includes(name));
  return rest.length ? `?${new URLSearchParams(rest)}` : '';
};
