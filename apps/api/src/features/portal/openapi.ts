// The API reference's document is made from the contract.

import { endpoints } from '@ballast/contract/endpoints';
import { type Endpoint, roots } from '@ballast/contract/http/endpoint';
import { errorBody } from '@ballast/contract/http/errors';
import { idempotencyLimits, idempotencyMessages } from '@ballast/contract/http/idempotency';
import * as z from 'zod/mini';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Config } from '../../runtime/settings/config.ts';
import { groupOf, isForDevelopers } from './docs/reference/groups.ts';

type JsonSchema = { properties?: Record<string, unknown>; required?: string[] };

const jsonSchema = (schema: z.ZodMiniType, io: 'input' | 'output') => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest as JsonSchema;
};

const json = (schema: z.ZodMiniType, io: 'input' | 'output') => ({
  'application/json': { schema: jsonSchema(schema, io) },
});

const parameters = (place: 'path' | 'query', schema: z.ZodMiniType | undefined) => {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }));
};

// A call that may be sent again says how, and its answer whether it was.
const repeats = ({ idempotent }: Endpoint) =>
  idempotent
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: idempotencyMessages.explained,
          schema: {
            type: 'string',
            minLength: 1,
            maxLength: idempotencyLimits.keyLength,
            pattern: '^[\\x20-\\x7e]+$',
          },
        },
      ]
    : [];

const replayHeader = ({ idempotent }: Endpoint) =>
  idempotent
    ? {
        headers: {
          'Idempotent-Replayed': { description: idempotencyMessages.replayed, schema: { type: 'string' } },
        },
      }
    : {};

const securityOf = ({ auth, cli }: Endpoint) => {
  if (auth === 'public') return [];
  if (auth === 'api-key') return [{ apiKey: [] }, { apiKeyHeader: [] }];
  if (auth === 'cli') return [{ token: [] }];
  return cli ? [{ token: [] }, { session: [] }] : [{ session: [] }];
};

// Other calls with a session refuse an account whose email is not verified.
const takesUnverified = ({ auth }: Endpoint) => auth === 'signed-in' || auth === 'any-session';

const operation = (endpoint: Endpoint) => ({
  summary: endpoint.summary,
  tags: [groupOf(endpoint).title],
  // Only the portal's own screens make the call.
  ...(isForDevelopers(endpoint) ? {} : { 'x-portal-only': true }),
  ...(endpoint.fresh ? { 'x-fresh': endpoint.fresh } : {}),
  ...(takesUnverified(endpoint) ? { 'x-unverified': true } : {}),
  security: securityOf(endpoint),
  parameters: [
    ...parameters('path', endpoint.params),
    ...parameters('query', endpoint.query),
    ...repeats(endpoint),
  ],
  ...(endpoint.body
    ? { requestBody: { required: !endpoint.bodyOptional, content: json(endpoint.body, 'input') } }
    : {}),
  responses: {
    [endpoint.status ?? 200]: {
      description: 'Done',
      ...replayHeader(endpoint),
      ...(endpoint.status === 204 ? {} : { content: json(endpoint.reply, 'output') }),
    },
    default: {
      description: 'Refused',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  },
});

// The operator's socket cannot be reached over the network.
const isPublished = ({ root }: Endpoint) => root !== 'operator';

export const openApiDocument = ({ publicUrl, brandName }: Pick<Config, 'publicUrl' | 'brandName'>) => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints.filter(isPublished)) {
    const { root = 'portal', method } = endpoint;
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    // The document's own server is the portal; every other root is named at its path.
    const servers = root === 'portal' ? {} : { servers: [{ url: `${publicUrl}${roots[root]}` }] };
    paths[path] = { ...paths[path], ...servers, [method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${brandName} API`, version: packageJson.version },
    servers: [{ url: `${publicUrl}${roots.portal}` }],
    paths,
    components: {
      schemas: { Error: jsonSchema(errorBody, 'output') },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The access token of a signed-in browser' },
        token: { type: 'http', scheme: 'bearer', description: 'A token of the command line' },
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key' },
        apiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      },
    },
  };
};
