// It sends reports as GitHub's secret scanning does, with a key pair of its own.
import { generateKeyPairSync, sign } from 'node:crypto';

export const newSigner = (identifier: string) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const published = {
    key_identifier: identifier,
    key: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    is_current: true,
  };
  const headersFor = (body: string) => ({
    'content-type': 'application/json',
    'github-public-key-identifier': identifier,
    'github-public-key-signature': sign('sha256', Buffer.from(body), privateKey).toString('base64'),
  });
  return { published, headersFor };
};
export type Signer = ReturnType<typeof newSigner>;

export const publicKeysOf = (...signers: Signer[]) =>
  JSON.stringify({ public_keys: signers.map(({ published }) => published) });

export const sendReport = (portalUrl: string, body: string, headers: Record<string, string>) =>
  fetch(`${portalUrl}/v1/leak-reports`, { method: 'POST', body, headers });
