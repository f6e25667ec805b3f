// Reads the tokens of a reset link from the fragment of the address.
export type RecoveryLink = { accessToken: string; refreshToken: string };

export const readRecoveryLink = (hash: string): RecoveryLink | null => {
  const fragment = new URLSearchParams(hash.replace('#', ''));
  const accessToken = fragment.get('access_token');
  const refreshToken = fragment.get('refresh_token');
  if (fragment.get('type') !== 'recovery' || !accessToken || !refreshToken) return null;
  return { accessToken, refreshToken };
};
