// Opens the log. Every error in it, also of the framework, is written by describe-error.ts.
import { type DestinationStream, type LoggerOptions, pino } from 'pino';
import { describeError } from './describe-error.ts';

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

const errorOf = (subject: unknown) => {
  if (subject instanceof Error) return subject;
  return (subject as { err?: unknown } | null | undefined)?.err;
};

// Without a message of its own, a line would take that of the error.
const replaceMessage: LogMethod = function (args, method) {
  const [subject, message] = args as unknown[];
  const error = errorOf(subject);
  if (error instanceof Error && (message === undefined || message === error.message)) {
    const fields = subject instanceof Error ? { err: subject } : (subject as object);
    return method.apply(this, [fields, 'unexpected error'] as never);
  }
  return method.apply(this, args);
};

export const openLog = (level: string, destination?: DestinationStream) => {
  const options: LoggerOptions = {
    level,
    serializers: { err: (error: unknown) => describeError(error) },
    hooks: { logMethod: replaceMessage },
  };
  return destination ? pino(options, destination) : pino(options);
};
