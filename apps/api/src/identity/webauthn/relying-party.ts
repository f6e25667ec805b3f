// Keys are bound to the portal's host name and used at its origin. Both come from the settings and never from a request.
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import type { Config } from '../../runtime/settings/config.ts';

export const relyingPartyOf = ({ publicUrl, brandName }: Config) => {
  const { hostname, origin } = new URL(publicUrl);
  return { rpId: hostname, rpName: brandName, origin };
};

// ES256, EdDSA and RS256, the most common first.
export const algorithms = [-7, -8, -257];

// The portal is never shown in a frame, so a call from one is no honest one.
export const isFromFrame = (clientDataJSON: string) =>
  decodeClientDataJSON(clientDataJSON).crossOrigin === true;
