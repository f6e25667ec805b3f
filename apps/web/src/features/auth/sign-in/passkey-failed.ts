export const passkeyFailed = 'Failed to sign in with a passkey. Please try again.';
