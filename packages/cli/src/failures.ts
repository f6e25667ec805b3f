// A command can end in no other way than these, each with its exit code. Help and documentation print this table.
export const endings = {
  done: { exitCode: 0, means: 'done' },
  failed: { exitCode: 1, means: 'the portal failed, or something unexpected happened' },
  usage: { exitCode: 2, means: 'wrong or missing argument' },
  not_signed_in: { exitCode: 3, means: 'not signed in, or the token was revoked' },
  refused: { exitCode: 4, means: 'the portal rejected it, for example because a name is taken' },
  not_found: { exitCode: 5, means: 'no such key, token, profile or endpoint' },
  rate_limited: { exitCode: 6, means: 'rate limited, or too early for the faucet' },
  unreachable: { exitCode: 7, means: "the portal can't be reached" },
  wrong_portal: { exitCode: 8, means: "the address isn't a portal" },
  old_portal: { exitCode: 9, means: 'the portal is older than this command' },
  denied: { exitCode: 10, means: 'the sign-in was denied in the browser' },
  expired: { exitCode: 11, means: 'the sign-in was not authorized in time' },
  cancelled: { exitCode: 130, means: 'cancelled, with Ctrl-C or at a question' },
} as const;

export type Ending = keyof typeof endings;

export class CliFailure extends Error {
  readonly code: Exclude<Ending, 'done'>;
  // A script may want to know more than the sentence, such as when the next claim is due.
  readonly details: Record<string, unknown>;

  constructor(code: Exclude<Ending, 'done'>, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

// `ballast api` has printed the answer itself, so its status is enough.
export class StatusFailure extends CliFailure {}

// These may be over at the next try.
export const isPassing = (error: unknown) =>
  error instanceof CliFailure && ['unreachable', 'failed', 'rate_limited'].includes(error.code);
