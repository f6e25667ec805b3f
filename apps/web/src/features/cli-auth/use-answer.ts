import { cliMessages, completeCliAuth, denyCliAuth } from '@ballast/contract/cli-auth';
import { ApiError } from '@ballast/contract/client';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../session/api.ts';
import { forgetCliAuthReturn } from '../../session/cli-auth-return.ts';
import { deniedAddress } from './loopback-redirect.ts';

const closedMessages: Partial<Record<ApiError['code'], string>> = {
  not_found: cliMessages.unknown,
  cli_request_expired: cliMessages.expired,
  cli_request_used: cliMessages.used,
};

// Says why the request cannot be answered any more. It says nothing where another try may help.
export const closedMessage = (error: Error | null) =>
  error instanceof ApiError ? closedMessages[error.code] : undefined;

type Choice = 'authorize' | 'deny';

export const useAnswer = (state: string, redirect: URL) =>
  useMutation<{ message: string }, Error, Choice>({
    mutationFn: (choice) => call(choice === 'authorize' ? completeCliAuth : denyCliAuth, { body: { state } }),
    // The waiting command line learns of a denial at once.
    onSuccess: (_, choice) => {
      forgetCliAuthReturn();
      if (choice === 'deny') window.location.assign(deniedAddress(redirect, state));
    },
  });
