import type { CreatedCredential, CreationOptions } from '@ballast/contract/auth/webauthn';
import { webauthnLimits } from '@ballast/contract/auth/webauthn';
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { Config } from '../../runtime/settings/config.ts';
import { algorithms, isFromFrame, relyingPartyOf } from './relying-party.ts';

export type KnownCredential = { credentialId: string | null; transports: string[] | null };

type NewKey = {
  kind: 'passkey' | 'security key';
  // The authenticator keeps one passkey for each handle.
  userHandle: string;
  userName: string;
  displayName: string;
  known: KnownCredential[];
};

// A passkey names the account and proves who holds it. A security key only has to be there.
const selections = {
  passkey: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  'security key': {
    authenticatorAttachment: 'cross-platform',
    residentKey: 'discouraged',
    requireResidentKey: false,
    userVerification: 'preferred',
  },
} as const;

const hints = { passkey: [], 'security key': ['security-key'] };

export const toDescriptor = ({ credentialId, transports }: KnownCredential) => ({
  id: credentialId ?? '',
  type: 'public-key' as const,
  ...(transports?.length ? { transports } : {}),
});

export const makeCreationOptions = async (config: Config, newKey: NewKey): Promise<CreationOptions> => {
  const { rpId, rpName } = relyingPartyOf(config);
  const { rp, user, challenge } = await generateRegistrationOptions({
    rpName,
    rpID: rpId,
    userID: new TextEncoder().encode(newKey.userHandle),
    userName: newKey.userName,
    userDisplayName: newKey.displayName,
    supportedAlgorithmIDs: algorithms,
  });
  return {
    rp: { id: rpId, name: rp.name },
    user,
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: webauthnLimits.challengeSeconds * 1000,
    excludeCredentials: newKey.known.map(toDescriptor),
    authenticatorSelection: selections[newKey.kind],
    attestation: 'none',
    hints: hints[newKey.kind],
  };
};

export type NewCredential = {
  credentialId: string;
  publicKey: string;
  signCount: number;
  transports: string[];
  aaguid: string;
  backedUp: boolean;
};

// No attestation was requested. A certificate that comes all the same is ignored: checking it would mean to call the servers that
// it names.
const hasCertificate = (attestationObject: string) => {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = attestation.get('fmt');
  return format !== 'none' && (format !== 'packed' || attestation.get('attStmt').get('x5c') !== undefined);
};

// Null for any invalid answer.
export const readCreated = async (
  config: Config,
  credential: CreatedCredential,
  challenge: string,
  { userVerified }: { userVerified: boolean },
): Promise<NewCredential | null> => {
  const { rpId, origin } = relyingPartyOf(config);
  const { id, rawId, type, response } = credential;
  const { clientDataJSON, attestationObject, transports = [] } = response;
  try {
    if (isFromFrame(clientDataJSON) || hasCertificate(attestationObject)) return null;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, attestationObject, transports },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: userVerified,
      supportedAlgorithmIDs: algorithms,
    });
    if (registrationInfo?.credential.id !== id) return null;
    const { publicKey, counter } = registrationInfo.credential;
    return {
      credentialId: id,
      publicKey: isoBase64URL.fromBuffer(publicKey),
      signCount: counter,
      transports,
      aaguid: registrationInfo.aaguid,
      backedUp: registrationInfo.credentialBackedUp,
    };
  } catch {
    return null;
  }
};
