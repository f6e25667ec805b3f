// Sends the verification mail again, at most once in each countdown.
import { authMessages, resendVerification, resendVerificationEmail } from '@ballast/contract/auth';
import { ApiError } from '@ballast/contract/client';
import { useEffect, useState } from 'react';
import { call } from '../../../session/api.ts';
import { stored } from '../../../session/storage.ts';
import { sessionState } from '../../../session/store.ts';
import { showToast } from '../../../ui/toast.tsx';
import { resendSecondsLeft, startResendCountdown } from './resend-countdown.ts';

const resendFailed = 'Failed to resend email. Please try again.';
const nobodyToSendTo = 'Unable to resend email. Please try logging in.';

const sendAgain = () => {
  if (sessionState().authenticated) return call(resendVerification);
  const email = stored.verificationEmail.read();
  return email ? call(resendVerificationEmail, { body: { email } }) : null;
};

export const useResend = () => {
  const [waitSeconds, setWaitSeconds] = useState(resendSecondsLeft);
  const [busy, setBusy] = useState(false);
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

  const resend = async () => {
    const sending = sendAgain();
    if (!sending) return void showToast.error(nobodyToSendTo);
    setBusy(true);
    try {
      await sending;
      showToast.success(authMessages.verificationSent);
      wait();
    } catch (error) {
      showToast.error(resendFailed);
      if (error instanceof ApiError && error.retryAfterSeconds) wait(error.retryAfterSeconds);
    }
    setBusy(false);
  };

  return { waitSeconds, busy, resend };
};
