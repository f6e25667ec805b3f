import { cliMessages, completeCliAuth, denyCliAuth } from '@ballast/contract/cli/cli-auth';
import { ApiError } from '@ballast/contract/http/client';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../session/api.ts';
import { forgetCliAuthReturn } from '../../session/cli-auth-return.ts';
import { deniedAddress } from './loopback-redirect.ts';

// Says why the request cannot be answered any more. It says nothing where another try may help.
export const closedMessage = (error: Error | null) => {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'not_found') return cliMessages.unknown;
  if (error.code === 'cli_request_expired') return cliMessages.expired;
  // Too many wrong codes have words of their own.
  return error.code === 'cli_request_used' ? error.message : undefined;
};

// A denial is told to the terminal through the browser as well, where the terminal listens on this device.
type Choice =
  | { answer: 'authorize'; pairingCode: string | undefined }
  | { answer: 'deny'; redirect: URL | null };

export const useAnswer = (state: string) =>
  useMutation<{ message: string }, Error, Choice>({
    mutationFn: (choice) =>
      choice.answer === 'authorize'
        ? call(completeCliAuth, { body: { state, pairingCode: choice.pairingCode } })
        : call(denyCliAuth, { body: { state } }),
    // The waiting command line learns of a denial at once.
    onSuccess: (_, choice) => {
      forgetCliAuthReturn();
      if (choice.answer === 'deny' && choice.redirect)
        window.location.assign(deniedAddress(choice.redirect, state));
    },
  });
