// Sends the request of an endpoint as it is.
import { type Endpoint, routeOf } from '@ballast/contract/http/endpoint';

export type Sent = {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
};

export const send = async (
  portalUrl: string,
  endpoint: Endpoint,
  { params = {}, query = {}, body }: Sent,
  token: string | null,
) => {
  const path = routeOf(endpoint).replace(/:(\w+)/g, (_, name) => params[name] ?? '');
  const search = new URLSearchParams(query as Record<string, string>);
  const response = await fetch(`${portalUrl}${path}?${search}`, {
    method: endpoint.method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const code: string | null = response.ok ? null : JSON.parse(text).code;
  return { status: response.status, code, text };
};
