import { authMessages } from '@ballast/contract/auth';
import type { Client, Deps } from '../../deps.ts';
import { consumeMail } from '../../throttles.ts';
import { askForVerificationMail } from './mail-verification.ts';
import type { CodeExchange } from './pkce.ts';

// Known, verified and unknown addresses get the same answer, in the same time, under the same limit.
export const resendVerificationTo = async (
  deps: Deps,
  email: string,
  client: Client,
  exchange?: CodeExchange,
) => {
  await consumeMail(deps.throttles, 'verification', email, client.address);
  await askForVerificationMail(deps, email, exchange);
  return { message: authMessages.verificationSent };
};
