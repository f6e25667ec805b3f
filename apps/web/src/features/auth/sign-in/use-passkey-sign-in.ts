import { useEffect, useRef, useState } from 'react';
import { failureMessage } from '../../../lib/failure-message.ts';
import { supportsWebAuthn } from '../../../session/webauthn-support.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';

// The calls and the session library are loaded where a passkey can be used.
const load = () => import('./passkey-sign-in.ts');

const report = (error: unknown) =>
  showToast.error(failureMessage(error, 'Failed to sign in with a passkey. Please try again.'), {
    id: 'passkey-sign-in',
  });

// With `autofill` the browser offers passkeys in the field that asks for them, until the page is left.
export const usePasskeySignIn = ({ autofill = false }: { autofill?: boolean } = {}) => {
  const [busy, setBusy] = useState(false);
  const [rounds, setRounds] = useState(0);
  const offered = useRef<AbortController>(undefined);
  const supported = supportsWebAuthn();

  useEffect(() => {
    if (!autofill || !supported) return;
    const controller = new AbortController();
    offered.current = controller;
    load()
      .then(({ offerPasskeys }) => offerPasskeys(controller.signal, report))
      .catch(() => {});
    return () => controller.abort();
  }, [autofill, supported, rounds]);

  // The browser runs one ceremony at a time, so the offer ends first and begins again after a failure.
  const signIn = async () => {
    setBusy(true);
    offered.current?.abort();
    try {
      await (await load()).signInWithPasskey();
    } catch (error) {
      report(error);
      setBusy(false);
      setRounds((round) => round + 1);
    }
  };

  return { supported, busy, signIn };
};
