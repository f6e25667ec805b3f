// The OpenAPI document is made from the contract. The server fills in the address and the name of its installation.
import { endpoints } from '@ballast/contract/endpoints';
import { type Endpoint, roots } from '@ballast/contract/http/endpoint';
import { errorBody } from '@ballast/contract/http/errors';
import { idempotencyLimits, idempotencyMessages } from '@ballast/contract/http/idempotency';
import * as z from 'zod/mini';
import packageJson from '../../package.json' with { type: 'json' };
import type { Schema } from './fields.ts';
import { isForDevelopers, tagOf } from './groups.ts';

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema };

const jsonSchema = (schema: z.ZodMiniType, io: 'input' | 'output') => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest as Schema;
};

const json = (schema: z.ZodMiniType, io: 'input' | 'output') => ({
  'application/json': { schema: jsonSchema(schema, io) },
});

const parameters = (place: 'path' | 'query', schema: z.ZodMiniType | undefined): Parameter[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }));
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  description: idempotencyMessages.explained,
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: idempotencyLimits.keyLength,
    pattern: '^[\\x20-\\x7e]+$',
  },
};

const replayHeaders = {
  'Idempotent-Replayed': { description: idempotencyMessages.replayed, schema: { type: 'string' } },
};

const securityOf = ({ auth, cli }: Endpoint): Record<string, never[]>[] => {
  if (auth === 'public') return [];
  if (auth === 'api-key') return [{ apiKey: [] }, { apiKeyHeader: [] }];
  if (auth === 'cli') return [{ token: [] }];
  return cli ? [{ token: [] }, { session: [] }] : [{ session: [] }];
};

// Other calls with a session refuse an account whose email is not verified.
const takesUnverified = ({ auth }: Endpoint) => auth === 'signed-in' || auth === 'any-session';

const operation = (endpoint: Endpoint) => ({
  summary: endpoint.summary,
  tags: [tagOf(endpoint)],
  // Only the portal's own screens make the call.
  ...(isForDevelopers(endpoint) ? {} : { 'x-portal-only': true }),
  ...(endpoint.fresh ? { 'x-fresh': endpoint.fresh } : {}),
  ...(takesUnverified(endpoint) ? { 'x-unverified': true } : {}),
  security: securityOf(endpoint),
  parameters: [
    ...parameters('path', endpoint.params),
    ...parameters('query', endpoint.query),
    ...(endpoint.idempotent ? [idempotencyKey] : []),
  ],
  ...(endpoint.body
    ? { requestBody: { required: !endpoint.bodyOptional, content: json(endpoint.body, 'input') } }
    : {}),
  responses: {
    [endpoint.status ?? 200]: {
      description: 'Success',
      ...(endpoint.idempotent ? { headers: replayHeaders } : {}),
      ...(endpoint.status === 204 ? {} : { content: json(endpoint.reply, 'output') }),
    },
    default: {
      description: 'Error',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  },
});

// The operator's socket cannot be reached over the network.
const published = endpoints.filter(({ root }) => root !== 'operator');

const pathOf = ({ path }: Endpoint) => path.replace(/:(\w+)/g, '{$1}');

// As the reference reads them: one call after the other, each path with the root of its server.
export const operations = published.map((endpoint) => ({
  method: endpoint.method,
  path: `${roots[endpoint.root ?? 'portal']}${pathOf(endpoint)}`,
  ...operation(endpoint),
}));

const pathItems = () => {
  const paths: Record<string, object> = {};
  for (const endpoint of published) {
    const { root = 'portal', method } = endpoint;
    // The document's own server is the portal; every other root is named at its path.
    const servers = root === 'portal' ? {} : { servers: [{ url: `%URL%${roots[root]}` }] };
    const path = pathOf(endpoint);
    paths[path] = { ...paths[path], ...servers, [method.toLowerCase()]: operation(endpoint) };
  }
  return paths;
};

export const openApiDocument = () => ({
  openapi: '3.1.0',
  info: { title: '%BRAND% API', version: packageJson.version },
  servers: [{ url: `%URL%${roots.portal}` }],
  paths: pathItems(),
  components: {
    schemas: { Error: jsonSchema(errorBody, 'output') },
    securitySchemes: {
      session: { type: 'http', scheme: 'bearer', description: 'The access token of a signed-in browser' },
      token: { type: 'http', scheme: 'bearer', description: 'A command-line token' },
      apiKey: { type: 'http', scheme: 'bearer', description: 'An API key' },
      apiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
    },
  },
});
