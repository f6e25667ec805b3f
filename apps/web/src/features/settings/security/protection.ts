// Says in one line how well an account is protected, and what its owner can sensibly do next.
import type { AccountSecurity } from './account-security.ts';

export type NextStep = 'add-app' | 'create-codes' | 'replace-codes' | 'add-passkey';

export type Protection = {
  strong: boolean;
  title: string;
  text: string;
  next: NextStep | null;
};

export const fewCodes = 3;

const withoutSecondFactor = ({ hasPassword, passkeys }: AccountSecurity): Protection => {
  const rest = passkeys.length > 0 ? 'Your passkey is safe, but ' : '';
  const weakness = hasPassword
    ? 'anyone with your password can sign in.'
    : 'anyone who gets into your GitHub or Google account can sign in.';
  const sentence = `${rest}${weakness}`;
  return {
    strong: false,
    title: 'Password only',
    text: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)} Add a second step to prevent that.`,
    next: 'add-app',
  };
};

export const protectionOf = (security: AccountSecurity): Protection => {
  const { apps, keys, recoveryCodes, passkeys } = security;
  if (apps.length + keys.length === 0) return withoutSecondFactor(security);

  const strong = { strong: true, title: 'Two-step verification is on' };
  if (!recoveryCodes) {
    return {
      ...strong,
      text: 'Without recovery codes, losing your device would lock you out.',
      next: 'create-codes',
    };
  }
  if (!recoveryCodes.saved) {
    return { ...strong, text: 'You haven’t saved your recovery codes.', next: 'replace-codes' };
  }
  if (recoveryCodes.remaining <= fewCodes) {
    return {
      ...strong,
      text: `Recovery codes left: ${recoveryCodes.remaining}.`,
      next: 'replace-codes',
    };
  }
  if (passkeys.length === 0) {
    return {
      ...strong,
      text: 'Add a passkey to sign in with one step, just as securely.',
      next: 'add-passkey',
    };
  }
  return {
    ...strong,
    text: 'You sign in with a passkey or two steps. Recovery codes saved.',
    next: null,
  };
};
