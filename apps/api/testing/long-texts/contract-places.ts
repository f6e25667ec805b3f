// Every place of an endpoint's requests that takes a text: parameters of the path, the query and the body.
import { type Endpoint, routeOf } from '@ballast/contract/http/endpoint';
import { type Headers, type HttpRequest, toQuery } from '../bad-input/draft.ts';
import type { Fields } from '../bad-input/valid-values.ts';
import { type Form, inJson, percentEncoded } from './patterns.ts';
import { placesOf } from './schema-places.ts';

// `longest` in bytes: a body is at most 64 KiB, and a head 16 KiB with everything in it.
export type Place = {
  name: string;
  longest: number;
  form: Form;
  request: (text: string, headers: Headers) => HttpRequest;
};

export const longestBody = 60_000;
export const longestHead = 12_000;
const id = '5b6d8a1e-0000-4000-8000-000000000000';

// Below this a text is too short for work that would be noticed.
const noticeable = 1000;

const routeWith = (endpoint: Endpoint, text = id, name?: string) =>
  routeOf(endpoint).replace(/:(\w+)/g, (_, parameter) => (parameter === name || !name ? text : id));

const json = { 'content-type': 'application/json' };

// A text of any length, and the longest that the field takes: it gets further.
const lengthsOf = (most: number, longest: number) =>
  most >= noticeable && most < longest ? [longest, most - 1] : [longest];

const inPath = (endpoint: Endpoint): Place[] =>
  [...routeOf(endpoint).matchAll(/:(\w+)/g)].map(([parameter, name]) => ({
    name: parameter,
    longest: longestHead,
    form: percentEncoded,
    request: (text, headers) => ({
      method: endpoint.method,
      target: routeWith(endpoint, text, name),
      headers,
      body: null,
    }),
  }));

const inQuery = (endpoint: Endpoint, where: string): Place[] =>
  placesOf(endpoint.query, `${where} query`).flatMap(({ name, most, put }) =>
    lengthsOf(most, longestHead).map((longest) => ({
      name: `query${name}, ${longest} bytes`,
      longest,
      form: (pattern, bytes) => decodeURIComponent(percentEncoded(pattern, bytes)),
      request: (text, headers) => ({
        method: endpoint.method,
        target: `${routeWith(endpoint)}?${toQuery(put(text) as Fields)}`,
        headers,
        body: null,
      }),
    })),
  );

const inBody = (endpoint: Endpoint, where: string): Place[] =>
  placesOf(endpoint.body, `${where} body`).flatMap(({ name, most, put }) =>
    lengthsOf(endpoint.waits ? 0 : most, longestBody).map((longest) => ({
      name: `body${name}, ${longest} bytes`,
      longest,
      form: inJson,
      request: (text, headers) => ({
        method: endpoint.method,
        target: routeWith(endpoint),
        headers: { ...headers, ...json },
        body: Buffer.from(JSON.stringify(put(text))),
      }),
    })),
  );

export const placesOfEndpoint = (endpoint: Endpoint): Place[] => {
  const where = `${endpoint.method} ${routeOf(endpoint)}`;
  return [...inPath(endpoint), ...inQuery(endpoint, where), ...inBody(endpoint, where)];
};
