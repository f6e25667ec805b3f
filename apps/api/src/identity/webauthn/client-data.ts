import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';

// The portal is never shown inside a page of somebody else, so nobody honest asks for a key from there.
export const isFromFrame = (clientDataJSON: string) =>
  decodeClientDataJSON(clientDataJSON).crossOrigin === true;
