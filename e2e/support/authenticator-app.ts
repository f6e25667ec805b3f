// An authenticator app, and accounts that have one.
import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { type Account, verifiedAccount } from './accounts.ts';
import { portalUrl } from './portal-under-test.ts';

const stepMs = 30_000;

// The portal takes each code once, and one of the next half minute as well. So an app can be asked twice in a row.
export const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() });
export const nextCodeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepMs });

const send = async (token: string, path: string, body: unknown = {}) => {
  const response = await fetch(`${portalUrl}/api/auth/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
};

// Somebody who has an app and recovery codes already. The app's first code is spent.
export const accountWithApp = async (account?: Account) => {
  const { email, session } = account ?? (await verifiedAccount());
  const factor = await send(session.access_token, '/factors', {
    factor_type: 'totp',
    friendly_name: `Phone ${randomUUID().slice(0, 4)}`,
  });
  const { secret } = factor.totp;
  const challenge = await send(session.access_token, `/factors/${factor.id}/challenge`);
  const proven = await send(session.access_token, `/factors/${factor.id}/verify`, {
    challenge_id: challenge.id,
    code: codeOf(secret),
  });
  const { codes } = await send(proven.access_token, '/factors/recovery-codes');
  return {
    email,
    secret: secret as string,
    appName: factor.friendly_name as string,
    codes: codes as string[],
  };
};
