// Keeps a development server to the machine that it runs on.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../../runtime/failure.ts';
import { isLoopbackHost } from '../../runtime/loopback.ts';

// The server listens on loopback alone, but a page of a stranger can have its own name lead there (DNS rebinding): the
// browser then says that name. The key check stands in front of this: a gateway on this machine says the name of its upstream,
// and whoever asks without a key learns nothing.
export const refuseForeignHosts = (app: FastifyInstance) => {
  app.addHook('onRequest', async (request) => {
    if (!isLoopbackHost(request.headers.host)) throw new Failure('misdirected');
  });
};

const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

const isPassedOn = ({ headers }: FastifyRequest) => proxyHeaders.some((name) => headers[name] !== undefined);

// A proxy or a tunnel on this machine passes strangers on, and may say the machine's own name for them.
export const refuseProxied = (app: FastifyInstance) => {
  app.addHook('onRequest', async (request) => {
    if (isPassedOn(request)) throw new Failure('no_such_route');
  });
};
