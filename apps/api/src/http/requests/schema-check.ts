// Connects the contract's zod schemas to Fastify: they check requests, and only what they list leaves.
import { bodyLimitBytes, errorTexts } from '@ballast/contract/http/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { Failure } from '../../runtime/failure.ts';
import type { Turns } from '../../runtime/turns.ts';

type Issue = z.core.$ZodIssue;

// An answer to thousands of unknown fields names the first ones.
const mostFields = 20;
const longestName = 100;

const shorten = (name: string) => (name.length > longestName ? `${name.slice(0, longestName)}…` : name);

// A query or a body that is no object at all belongs to no field. What is wrong in a list belongs to the list's field.
const nameOf = (path: PropertyKey[]) =>
  path
    .filter((part) => typeof part !== 'number')
    .map(String)
    .join('.');

const problemsOf = (issue: Issue, allowed: string[]): [name: string, message: string][] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => [nameOf([...issue.path, key]), errorTexts.unknownField(allowed)])
    : [[nameOf(issue.path), issue.message]];

const fieldsOf = (issues: Issue[], allowed: string[]) => {
  const fields = new Map<string, string>();
  for (const [name, message] of issues.flatMap((issue) => problemsOf(issue, allowed))) {
    if (fields.size < mostFields && !fields.has(shorten(name))) fields.set(shorten(name), message);
  }
  return Object.fromEntries(fields);
};

const allowedBy = (schema: z.ZodMiniType) =>
  Object.keys((schema._zod.def as { shape?: Record<string, unknown> }).shape ?? {});

const toFailure = (issues: Issue[], schema: z.ZodMiniType) => {
  if (issues.some((issue) => issue.path.length === 0 && issue.code === 'invalid_type')) {
    return new Failure('malformed_request', { message: errorTexts.notAnObject });
  }
  const fields = fieldsOf(issues, allowedBy(schema));
  const [first] = Object.values(fields);
  return new Failure('validation_failed', { fields, ...(first ? { message: first } : {}) });
};

export const useContractSchemas = (app: FastifyInstance, turns: Turns) => {
  app.setValidatorCompiler<z.ZodMiniType>(({ schema, httpPart }) => (data) => {
    const result = schema.safeParse(data);
    // An address that names no possible thing leads nowhere.
    if (!result.success && httpPart === 'params') return { error: new Failure('not_found') };
    return result.success ? { value: result.data } : { error: toFailure(result.error.issues, schema) };
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
      // Strangers may send the largest bodies that there are, all at once.
      turns.take(() => parseJson(request, body, done));
    },
  );
};
