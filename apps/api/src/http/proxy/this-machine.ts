// Keeps a development server to the machine that it runs on.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../../runtime/failure.ts';
import { isLoopbackHost } from '../../runtime/loopback.ts';

// The server listens on loopback alone, but a stranger's page can make its own name lead there (DNS rebinding): the browser then sends
// that name. Key checks come before this hook, because a gateway on this machine sends the name of its upstream.
export const refuseForeignHosts = (app: FastifyInstance) => {
  app.addHook('onRequest', async (request) => {
    if (!isLoopbackHost(request.headers.host)) throw new Failure('misdirected');
  });
};

const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

const isPassedOn = ({ headers }: FastifyRequest) => proxyHeaders.some((name) => headers[name] !== undefined);

// A proxy or a tunnel on this machine forwards strangers, and may send the machine's own name.
export const refuseProxied = (app: FastifyInstance) => {
  app.addHook('onRequest', async (request) => {
    if (isPassedOn(request)) throw new Failure('no_such_route');
  });
};
