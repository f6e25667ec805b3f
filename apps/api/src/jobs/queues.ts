// The queues, by what they do.
export const sendEmailQueue = 'send-email';
export const mailRecoveryQueue = 'mail-recovery';
export const mailVerificationQueue = 'mail-verification';
export const faucetTransferQueue = 'faucet-transfer';
export const faucetResumeQueue = 'faucet-resume';
export const rollUpUsageQueue = 'roll-up-usage';
export const sweepQueue = 'sweep-expired';

export const queues = [
  sendEmailQueue,
  mailRecoveryQueue,
  mailVerificationQueue,
  faucetTransferQueue,
  faucetResumeQueue,
  rollUpUsageQueue,
  sweepQueue,
] as const;
