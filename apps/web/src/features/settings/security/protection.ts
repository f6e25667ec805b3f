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
    ? 'whoever learns your password can sign in.'
    : 'whoever gets into your GitHub or Google account can sign in.';
  const sentence = `${rest}${weakness}`;
  return {
    strong: false,
    title: 'Basic protection',
    text: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)} A second factor prevents that.`,
    next: 'add-app',
  };
};

export const protectionOf = (security: AccountSecurity): Protection => {
  const { apps, keys, recoveryCodes, passkeys } = security;
  if (apps.length + keys.length === 0) return withoutSecondFactor(security);

  const strong = { strong: true, title: 'Strong protection' };
  if (!recoveryCodes) {
    return {
      ...strong,
      text: 'Signing in takes two steps. Without recovery codes, a lost device would lock you out.',
      next: 'create-codes',
    };
  }
  if (recoveryCodes.remaining <= fewCodes) {
    return {
      ...strong,
      text: `Signing in takes two steps. Recovery codes left: ${recoveryCodes.remaining}.`,
      next: 'replace-codes',
    };
  }
  if (passkeys.length === 0) {
    return {
      ...strong,
      text: 'Signing in takes two steps. A passkey makes it one, and just as safe.',
      next: 'add-passkey',
    };
  }
  return {
    ...strong,
    text: 'Signing in takes a passkey or two steps, and recovery codes are ready.',
    next: null,
  };
};
