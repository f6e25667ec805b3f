import { useEffect, useRef, useState } from 'react';
import { supportsWebAuthn } from '../../../session/webauthn-support.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { passkeyFailed } from './passkey-failed.ts';

// The calls and the session library are loaded where a passkey can be used.
const load = () => import('./passkey-sign-in.ts');

const signInByPress = async () => {
  const loaded = await load().catch(() => null);
  if (loaded) return loaded.signInWithPasskey();
  showToast.error(passkeyFailed);
  return false;
};

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
      .then(({ offerPasskeys }) => offerPasskeys(controller.signal))
      .catch(() => {});
    return () => controller.abort();
  }, [autofill, supported, rounds]);

  // The browser runs one ceremony at a time, so the offer ends first and begins again after a failure.
  const signIn = async () => {
    setBusy(true);
    offered.current?.abort();
    if (await signInByPress()) return;
    setBusy(false);
    setRounds((round) => round + 1);
  };

  return { supported, busy, signIn };
};
