// Connects the contract's zod schemas to Fastify: requests are checked by them, and only what they list leaves.
import { bodyLimitBytes, errorTexts } from '@ballast/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { Failure } from './failure.ts';

type Issue = z.core.$ZodIssue;

const fieldsOf = (issues: Issue[]) => {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')];
    const message = issue.code === 'unrecognized_keys' ? 'This field is not known' : issue.message;
    // The first rule that a field breaks is the one to tell.
    for (const name of names) fields[name] ??= message;
  }
  return fields;
};

const toFailure = (issues: Issue[]) => {
  const fields = fieldsOf(issues);
  const [first] = Object.values(fields);
  if (issues.some((issue) => issue.path.length === 0 && issue.code === 'invalid_type')) {
    return new Failure('malformed_request', { message: errorTexts.notAnObject });
  }
  return new Failure('validation_failed', { fields, ...(first ? { message: first } : {}) });
};

export const useContractSchemas = (app: FastifyInstance) => {
  app.setValidatorCompiler<z.ZodMiniType>(({ schema, httpPart }) => (data) => {
    const result = schema.safeParse(data);
    // An address that names no possible thing leads nowhere.
    if (!result.success && httpPart === 'params') return { error: new Failure('not_found') };
    return result.success ? { value: result.data } : { error: toFailure(result.error.issues) };
  });
  app.setSerializerCompiler<z.ZodMiniType>(
    ({ schema }) =>
      (data) =>
        JSON.stringify(schema.parse(data)),
  );

  // auth-js announces JSON and sends nothing; the stock parser refuses that.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: bodyLimitBytes },
    (request: FastifyRequest, body: string, done) => {
      if (body.trim() === '') return done(null, undefined);
      return parseJson(request, body, done);
    },
  );
};
