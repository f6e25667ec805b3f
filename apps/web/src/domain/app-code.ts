// Authenticator apps show their code in two groups, and people type the space.
export const checkAppCode = (code: string) =>
  /^\d{6}$/.test(code.replaceAll(/\s/g, '')) || 'Enter the 6-digit code from your app';

export const proofFailed = 'Verification failed. Please try again.';
