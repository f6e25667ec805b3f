// The code that an authenticator app shows. Apps show it in two groups, and so people type it.
export const checkAppCode = (code: string) =>
  /^\d{6}$/.test(code.replaceAll(/\s/g, '')) || 'Enter the 6 digits that your app shows';

export const proofFailed = 'Verification failed. Please try again.';
