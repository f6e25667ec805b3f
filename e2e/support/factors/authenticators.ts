// Security keys and devices with passkeys, as Chromium plays them.
import type { Page } from '@playwright/test';

const kinds = {
  // It is unlocked by a fingerprint and remembers for whom its passkeys are.
  device: { transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  securityKey: { transport: 'usb', hasResidentKey: false, hasUserVerification: false },
} as const;

type Credential = {
  credentialId: string;
  isResidentCredential: boolean;
  rpId?: string;
  privateKey: string;
  userHandle?: string;
  signCount: number;
};

// It may hold what another browser's authenticator held.
export const addAuthenticator = async (page: Page, kind: keyof typeof kinds, held: Credential[] = []) => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', automaticPresenceSimulation: true, ...kinds[kind] },
  });
  for (const credential of held)
    await session.send('WebAuthn.addCredential', { authenticatorId, credential });
  return {
    read: async (): Promise<Credential[]> =>
      (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    // Without it nobody touches the device, so that it answers no request by itself.
    setTouched: (enabled: boolean) =>
      session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    unplug: () => session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  };
};
