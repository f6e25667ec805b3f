// A security key in software, and the browser that it is plugged into: it makes a credential and signs with it, honestly or not.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { AssertedCredential, CreatedCredential } from '@ballast/contract/auth/webauthn';
import { isoCBOR } from '@simplewebauthn/server/helpers';

// The session library hands bytes on where the portal sent base64url.
type Bytes = string | ArrayBuffer | ArrayBufferView;

type Lies = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  crossOrigin?: boolean;
  userPresent?: boolean;
  userVerified?: boolean;
  signCount?: number;
  userHandle?: string | null;
  credentialId?: string;
  type?: string;
};

const present = 0x01;
const verified = 0x04;
const attested = 0x40;
// iCloud Keychain and the like say who they are; this one does not.
const aaguid = Buffer.alloc(16);

const toBuffer = (bytes: Bytes) =>
  typeof bytes === 'string'
    ? Buffer.from(bytes, 'base64url')
    : Buffer.from(new Uint8Array(ArrayBuffer.isView(bytes) ? bytes.buffer : bytes));

const uint = (value: number, length: 2 | 4) => {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(value, 0, length);
  return bytes;
};

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

type Creation = { challenge: Bytes; rp: { id?: string }; user: { id: Bytes } };
type Request = { challenge: Bytes; rpId?: string };

export const createSecurityKey = (origin: string, extension: { counts?: boolean } = {}) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const { counts = true } = extension;
  let signCount = 0;
  let userHandle: Buffer | null = null;

  const clientData = (type: string, challenge: Bytes, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? toBuffer(challenge).toString('base64url'),
        origin: lies.origin ?? origin,
        crossOrigin: lies.crossOrigin ?? false,
      }),
    );

  const authenticatorData = (rpId: string, further: number, rest: Buffer, lies: Lies) => {
    if (counts) signCount += 1;
    const flags =
      (lies.userPresent === false ? 0 : present) | (lies.userVerified === false ? 0 : verified) | further;
    return Buffer.concat([
      sha256(lies.rpId ?? rpId),
      Buffer.from([flags]),
      uint(lies.signCount ?? signCount, 4),
      rest,
    ]);
  };

  const cosePublicKey = () => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    return Buffer.from(isoCBOR.encode(key));
  };

  const outer = (id = credentialId.toString('base64url')) => ({
    id,
    rawId: id,
    type: 'public-key' as const,
    clientExtensionResults: {},
  });

  return {
    create: ({ challenge, rp, user }: Creation, lies: Lies = {}): CreatedCredential => {
      userHandle = toBuffer(user.id);
      const attestedKey = Buffer.concat([
        aaguid,
        uint(credentialId.length, 2),
        credentialId,
        cosePublicKey(),
      ]);
      const authData = authenticatorData(rp.id ?? '', attested, attestedKey, lies);
      const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(authData)],
      ]);
      return {
        ...outer(lies.credentialId),
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, lies).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
          transports: ['usb'],
        },
      };
    },

    get: ({ challenge, rpId = '' }: Request, lies: Lies = {}): AssertedCredential => {
      const clientDataJSON = clientData('webauthn.get', challenge, lies);
      const authData = authenticatorData(rpId, 0, Buffer.alloc(0), lies);
      const handle = lies.userHandle === undefined ? userHandle?.toString('utf8') : lies.userHandle;
      return {
        ...outer(lies.credentialId),
        response: {
          clientDataJSON: clientDataJSON.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', Buffer.concat([authData, sha256(clientDataJSON)]), privateKey).toString(
            'base64url',
          ),
          ...(handle ? { userHandle: Buffer.from(handle).toString('base64url') } : {}),
        },
      };
    },
  };
};
