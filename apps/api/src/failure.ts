// A refusal in the product's words. Everything else that is thrown is a fault of ours.
import { type ErrorCode, errorMessages } from '@ballast/contract/errors';

const defaultMessage: Partial<Record<ErrorCode, string>> = {
  unauthorized: errorMessages.unauthorized,
  email_not_verified: errorMessages.emailNotVerified,
  not_for_cli: errorMessages.notForCli,
  only_for_cli: errorMessages.onlyForCli,
  not_found: errorMessages.notFound,
  rate_limited: errorMessages.rateLimited,
  validation_failed: errorMessages.validationFailed,
  internal: errorMessages.internal,
  unavailable: errorMessages.unavailable,
};

type Details = {
  message?: string;
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  nextClaimAt?: Date;
};

export class Failure extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string>;
  readonly retryAfterSeconds: number | undefined;
  readonly nextClaimAt: Date | undefined;

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? defaultMessage[code] ?? code);
    this.code = code;
    this.fields = details.fields ?? {};
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.nextClaimAt = details.nextClaimAt;
  }
}
