// Authenticator apps show their code in two groups, and people type the space.
const isWholeCode = (code: string) => /^\d{6}$/.test(code.replaceAll(/\s/g, ''));

export const checkAppCode = (code: string) => isWholeCode(code) || 'Enter the 6-digit code from your app';

export const proofFailed = 'Verification failed. Please try again.';

// The sixth digit submits.
export const submitWholeCode = (submit: () => unknown) => (event: { target: { value: string } }) => {
  if (isWholeCode(event.target.value)) submit();
};
