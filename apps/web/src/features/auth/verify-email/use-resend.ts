import { authMessages, resendVerification, resendVerificationEmail } from '@ballast/contract/auth/auth';
import { ApiError } from '@ballast/contract/http/client';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../session/api.ts';
import { stored } from '../../../session/browser-storage.ts';
import { sessionState } from '../../../session/session-state.ts';
import { failureToast, showToast } from '../../../ui/feedback/toast.tsx';
import { resendSecondsLeft, startResendCountdown } from './resend-countdown.ts';

const toast = failureToast('resend');

const sendAgain = (typed: string) => {
  if (sessionState().authenticated) return call(resendVerification);
  const email = stored.verificationEmail.read() ?? typed;
  return email ? call(resendVerificationEmail, { body: { email } }) : null;
};

// A link that was opened in another browser came without the address that it was sent to.
const isAddressNeeded = () => !sessionState().authenticated && stored.verificationEmail.read() === null;

export const useResend = () => {
  const [waitSeconds, setWaitSeconds] = useState(resendSecondsLeft);
  const [busy, setBusy] = useState(false);
  const [addressNeeded] = useState(isAddressNeeded);
  const addressField = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const waiting = waitSeconds > 0;

  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => setWaitSeconds(resendSecondsLeft()), 250);
    return () => clearInterval(timer);
  }, [waiting]);

  const wait = (seconds?: number) => {
    startResendCountdown(seconds);
    setWaitSeconds(resendSecondsLeft());
  };

  // An error of the address is shown at its field, if there is one.
  const refuse = (message: string) => {
    if (!addressField.current) return void toast.show(message);
    setError(message);
    addressField.current.focus();
  };

  const resend = async (typed: string) => {
    if (waiting) return;
    toast.clear();
    setError(undefined);
    const sending = sendAgain(typed);
    if (!sending) return refuse('Unable to resend email. Please try logging in.');
    setBusy(true);
    try {
      await sending;
      showToast.success(authMessages.verificationSent);
      wait();
    } catch (error) {
      const wrongAddress = error instanceof ApiError ? error.fields.email : undefined;
      if (wrongAddress) refuse(wrongAddress);
      else toast.show('Failed to resend email. Please try again.');
      if (error instanceof ApiError && error.retryAfterSeconds) wait(error.retryAfterSeconds);
    }
    setBusy(false);
  };

  return { waitSeconds, busy, resend, addressNeeded, addressField, error };
};
