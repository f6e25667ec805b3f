// Counts down until the verification mail can be sent again. The end is stored, so that a reload does not shorten it.
import { authLimits } from '@ballast/contract/auth/auth';
import { stored } from '../../../session/browser-storage.ts';

export const startResendCountdown = (seconds: number = authLimits.resendCooldownSeconds) =>
  stored.resendAvailableAt.write(String(Date.now() + seconds * 1000));

export const resendSecondsLeft = () =>
  Math.max(0, Math.ceil((Number(stored.resendAvailableAt.read()) - Date.now()) / 1000));
