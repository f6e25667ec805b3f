import type { AssertedCredential, RequestOptions } from '@ballast/contract/auth/webauthn';
import { webauthnLimits } from '@ballast/contract/auth/webauthn';
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import { isoBase64URL } from '@simplewebauthn/server/helpers';
import type { Config } from '../../runtime/settings/config.ts';
import { type KnownCredential, toDescriptor } from './registration.ts';
import { isFromFrame, relyingPartyOf } from './relying-party.ts';

type RequestSettings = { userVerification: 'required' | 'preferred'; allowed?: KnownCredential[] };

export const makeRequestOptions = async (
  config: Config,
  { userVerification, allowed }: RequestSettings,
): Promise<RequestOptions> => {
  const { rpId } = relyingPartyOf(config);
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId });
  return {
    challenge,
    timeout: webauthnLimits.challengeSeconds * 1000,
    rpId,
    ...(allowed ? { allowCredentials: allowed.map(toDescriptor) } : {}),
    userVerification,
  };
};

export const userHandleOf = ({ response }: AssertedCredential) =>
  response.userHandle ? Buffer.from(response.userHandle, 'base64url').toString('utf8') : null;

type Expected = {
  challenge: string;
  credentialId: string | null;
  publicKey: string | null;
  userVerified: boolean;
};

// Null for any invalid answer. The sign count is judged after the signature: a stranger can write any number.
export const readAsserted = async (
  config: Config,
  { id, rawId, type, response }: AssertedCredential,
  { challenge, credentialId, publicKey, userVerified }: Expected,
): Promise<{ signCount: number } | null> => {
  const { rpId, origin } = relyingPartyOf(config);
  const { clientDataJSON, authenticatorData, signature } = response;
  try {
    if (!publicKey || id !== credentialId || isFromFrame(clientDataJSON)) return null;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: { id: credentialId, publicKey: isoBase64URL.toBuffer(publicKey), counter: 0 },
      requireUserVerification: userVerified,
    });
    return verified ? { signCount: authenticationInfo.newCounter } : null;
  } catch {
    return null;
  }
};
