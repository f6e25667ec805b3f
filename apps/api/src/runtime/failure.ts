// A refusal in the product's words. Everything else that is thrown is a fault of ours.
import { type CodeWithMessage, type ErrorCode, messageOf } from '@ballast/contract/http/errors';

type Details = {
  message?: string;
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  // The log, and only the log, says whose account it was about.
  accountId?: string | undefined;
  // The answer's body has these further members.
  body?: Record<string, unknown>;
};

export class Failure extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string>;
  readonly retryAfterSeconds: number | undefined;
  readonly accountId: string | undefined;
  readonly body: Record<string, unknown>;

  constructor(code: CodeWithMessage, details?: Details);
  constructor(code: ErrorCode, details: Details & { message: string });
  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? messageOf(code));
    this.code = code;
    this.fields = details.fields ?? {};
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.accountId = details.accountId;
    this.body = details.body ?? {};
  }
}

export const invalidField = (field: string, message: string) =>
  new Failure('validation_failed', { message, fields: { [field]: message } });

// What keeps the process from starting, in one line for the operator.
export class StartupProblem extends Error {}
