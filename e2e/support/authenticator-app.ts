// An authenticator app, and accounts that have one.
import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { verifiedAccount } from './accounts.ts';
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

const addApp = async (token: string) => {
  const factor = await send(token, '/factors', {
    factor_type: 'totp',
    friendly_name: `Phone ${randomUUID().slice(0, 4)}`,
  });
  const { secret } = factor.totp as { secret: string };
  const challenge = await send(token, `/factors/${factor.id}/challenge`);
  const proof = { challenge_id: challenge.id, code: codeOf(secret) };
  const session = await send(token, `/factors/${factor.id}/verify`, proof);
  return {
    id: factor.id as string,
    name: factor.friendly_name as string,
    secret,
    token: session.access_token as string,
  };
};

// Somebody who has an app and recovery codes already. The app's first code is spent.
export const accountWithApp = async () => {
  const { email, session } = await verifiedAccount();
  const { id, name: appName, secret, token } = await addApp(session.access_token);
  const { codes } = await send(token, '/factors/recovery-codes');
  // Another browser changes to another app.
  const replaceApp = async () => {
    const another = await addApp(token);
    const removed = await fetch(`${portalUrl}/api/auth/v1/factors/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${another.token}` },
    });
    if (!removed.ok) throw new Error(`the app was not removed: ${removed.status}`);
  };
  return { email, secret, appName, codes: codes as string[], replaceApp };
};
