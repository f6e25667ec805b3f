// Servers that answer at an address instead of a portal of this version.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type ErrorBody, errors } from '@ballast/contract/http/errors';
import type { ApiKey } from '@ballast/contract/keys/api-keys';
import type { Portal } from '@ballast/contract/portal';
import type { User } from '@ballast/contract/profile';
import { onTestFinished } from 'vitest';

type Answer = { status: number; type?: string; body: string };

export const serve = async (
  answer: (path: string, headers: IncomingHttpHeaders) => Answer | Promise<Answer>,
) => {
  const server = createServer(async (request, response) => {
    const { status, type = 'application/json', body } = await answer(request.url ?? '', request.headers);
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
};

const portal: Portal = {
  brandName: 'Ballast',
  hasLogo: false,
  docsUrl: 'http://portal.localhost/docs',
  marketingUrl: 'https://ballast.example',
  supportEmail: 'support@ballast.example',
  tokenSymbol: 'BLST',
  providers: [],
  productionKeys: true,
  version: '0.0.9',
  production: false,
};

const noSuchRoute: ErrorBody = {
  code: 'no_such_route',
  message: errors.no_such_route.message,
  fields: {},
};

const user: User = {
  id: '5f0c7bde-0a7e-4a3c-9d52-1f0e6c9b7a11',
  email: 'mara@northwind.example',
  fullName: 'Mara Okafor',
  authMethod: 'EMAIL',
  emailVerified: true,
  companyName: null,
  companySize: null,
  useCase: null,
  website: null,
  githubProfile: null,
  avatarUrl: null,
};

export const profileAnswer = { status: 200, body: JSON.stringify(user) };

// A portal that serves a tool of this version.
export const portalAnswer = (version: string): Answer => ({
  status: 200,
  body: JSON.stringify({ ...portal, version }),
});

// A portal that only knows who it is.
export const portalOfVersion =
  (version: string) =>
  (path: string): Answer =>
    path === '/api/portal' ? portalAnswer(version) : { status: 404, body: JSON.stringify(noSuchRoute) };

// It is older than every call of the tool's.
export const oldPortalAnswer = portalOfVersion('0.0.9');

export const keyNamed = (name: string): ApiKey => ({
  id: '5f0c7bde-0a7e-4a3c-9d52-1f0e6c9b7a12',
  name,
  key: 'blst_test_0000000000000000000000000000000000000000',
  masked: false,
  environment: 'SANDBOX',
  rateLimit: 3,
  createdAt: '2026-11-16T09:41:00.000Z',
  lastUsedAt: null,
  isActive: true,
  status: 'ACTIVE',
  expiresAt: null,
  scopes: null,
  allowedNetworks: null,
  previous: null,
  leakedAt: null,
  latestRequest: null,
});
