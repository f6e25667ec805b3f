// Sends what a test made for an endpoint as anybody with a token could, past the typed client.
import { type Endpoint, routeOf } from '@ballast/contract/http/endpoint';

export type Sent = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };

export const sendToEndpoint = async (
  portalUrl: string,
  endpoint: Endpoint,
  { params = {}, query = {}, body }: Sent,
  token: string,
) => {
  const path = routeOf(endpoint).replace(/:(\w+)/g, (_, name) => params[name] ?? '');
  const response = await fetch(`${portalUrl}${path}?${new URLSearchParams(query)}`, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
};
