import { useState } from 'react';
import { callAuthClient } from '../../../../session/call-auth-client.ts';
import { type AccountSecurity, renewSession } from '../account-security.ts';

// Nobody should have a second factor without a way back in, so the first one brings recovery codes with it.
export const useFirstCodes = ({ recoveryCodes }: AccountSecurity) => {
  const [codes, setCodes] = useState<string[] | null>(null);
  // Says whether there are codes to show. If they cannot be made now, the section asks for them.
  const createFirst = async () => {
    if (recoveryCodes) return false;
    try {
      const { codes: created } = await callAuthClient(({ mfa }) => mfa.recoveryCodes.generate());
      setCodes(created);
      await renewSession().catch(() => {});
      return true;
    } catch {
      return false;
    }
  };
  return { codes, createFirst };
};
