// The OpenAPI document as the reference reads it: one call after the other.
import { openApiDocument } from '../../openapi.ts';
import { installation } from '../installation.ts';
import type { Schema } from './fields.ts';

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema };
type Content = { content?: { 'application/json': { schema: Schema } } };

export type Call = {
  id: string;
  method: string;
  // With the server's root, and the names of its parameters in braces.
  path: string;
  summary: string;
  tags: string[];
  security: Record<string, never[]>[];
  parameters: Parameter[];
  requestBody?: Content & { required: boolean };
  responses: Record<string, Content & { description: string }>;
  'x-portal-only'?: true;
  'x-fresh'?: 'always' | 'production' | 'credentials';
  'x-unverified'?: true;
};

const methods = ['get', 'post', 'put', 'patch', 'delete'];

const idOf = (method: string, path: string) =>
  `${method}${path}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '');

export const readCalls = (): Call[] => {
  const document = openApiDocument(installation);
  const root = (servers: unknown) =>
    String((servers as { url: string }[] | undefined)?.[0]?.url).slice(installation.publicUrl.length);
  return Object.entries(document.paths).flatMap(([path, item]) => {
    const whole = `${root(item.servers ?? document.servers)}${path}`;
    return methods
      .filter((method) => method in item)
      .map((method) => ({
        ...(item[method] as Omit<Call, 'id' | 'method' | 'path'>),
        id: idOf(method, whole),
        method: method.toUpperCase(),
        path: whole,
      }));
  });
};
