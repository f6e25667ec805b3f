// The headers that every answer carries. A page that needs another content policy sets its own first.
import type { FastifyInstance } from 'fastify';

export const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: https:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

export const securityHeaders = (production: boolean) => ({
  ...always,
  ...(production ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
});

export const addSecurityHeaders = (app: FastifyInstance, production: boolean) => {
  const headers = securityHeaders(production);
  app.addHook('onSend', async (_, reply, payload) => {
    reply.headers(headers);
    if (!reply.hasHeader('content-security-policy'))
      reply.header('content-security-policy', contentSecurityPolicy);
    return payload;
  });
};
