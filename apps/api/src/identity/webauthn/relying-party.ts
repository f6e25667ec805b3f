// Keys answer to one portal: its host's name is what they are bound to, and its origin is where they were asked. Both come
// from the settings and never from a request.
import type { Config } from '../../runtime/settings/config.ts';

export const relyingPartyOf = ({ publicUrl, brandName }: Config) => {
  const { hostname, origin } = new URL(publicUrl);
  return { rpId: hostname, rpName: brandName, origin };
};

// ES256, EdDSA and RS256, the most common first.
export const algorithms = [-7, -8, -257];
