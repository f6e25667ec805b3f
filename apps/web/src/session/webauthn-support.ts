// Browsers offer passkeys and security keys only on a secure page, and to a name, never to a bare address.
const isBareAddress = (host: string) => /^[\d.]+$|^\[/.test(host);

export const supportsWebAuthn = () =>
  window.isSecureContext && 'PublicKeyCredential' in window && !isBareAddress(window.location.hostname);
