// One attempt over HTTP. The connection goes to the addresses that were checked, follows no redirect, and reads a little of what is
// answered.
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type DeliveryError, webhookLimits } from '@ballast/contract/webhooks/webhook-limits';
import type { Receiver } from '../addresses/check-receiver.ts';

export type Outcome = {
  statusCode: number | null;
  error: DeliveryError | null;
  response: string | null;
  retryAfter?: string | undefined;
};

const headersMs = webhookLimits.headersSeconds * 1000;
const bodyMs = 2000;
// A character has at most four bytes.
const mostBytes = webhookLimits.response * 4;

// The lookup gives what was checked, and asks nobody.
const lookupOf =
  ({ addresses }: Receiver): LookupFunction =>
  (_, options, callback) => {
    const known = addresses.map((address) => ({ address, family: isIP(address) }));
    if (options.all) return callback(null, known);
    const [first] = known;
    callback(null, first?.address ?? '', first?.family);
  };

const tlsCodes = /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/;

const failed = (error: DeliveryError): Outcome => ({ statusCode: null, error, response: null });

const faultOf = (error: unknown): DeliveryError => {
  const code = String((error as NodeJS.ErrnoException)?.code ?? '');
  return tlsCodes.test(code) ? 'tls_failed' : 'connection_failed';
};

const errorOf = (status: number): DeliveryError | null => {
  if (status >= 200 && status < 300) return null;
  if (status === 410) return 'gone';
  return status >= 300 && status < 400 ? 'redirect' : 'status';
};

// PostgreSQL stores no NUL. Half a character at the end is left out.
const textOf = (parts: Buffer[]) =>
  Buffer.concat(parts)
    .toString('utf8')
    .replaceAll('\0', '\ufffd')
    .slice(0, webhookLimits.response)
    .replace(/[\ud800-\udbff]$/, '');

const readBeginning = (answer: http.IncomingMessage) =>
  new Promise<string>((resolve) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    const end = () => {
      clearTimeout(timer);
      answer.destroy();
      resolve(textOf(parts));
    };
    const timer = setTimeout(end, bodyMs);
    answer.on('data', (part: Buffer) => {
      parts.push(part.subarray(0, mostBytes - bytes));
      bytes += part.length;
      if (bytes >= mostBytes) end();
    });
    answer.once('end', end).once('close', end).once('error', end);
  });

const toOutcome = async (answer: http.IncomingMessage): Promise<Outcome> => {
  const statusCode = answer.statusCode ?? 0;
  return {
    statusCode,
    error: errorOf(statusCode),
    response: await readBeginning(answer),
    retryAfter: answer.headers['retry-after'],
  };
};

export const postMessage = (
  receiver: Receiver,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<Outcome> =>
  new Promise((resolve) => {
    const { url, host } = receiver;
    const bytes = Buffer.from(body);
    const sent = (url.protocol === 'https:' ? https : http).request({
      host,
      ...(url.port ? { port: url.port } : {}),
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers: { ...headers, host: url.host, 'content-length': bytes.length, 'accept-encoding': 'identity' },
      lookup: lookupOf(receiver),
      // Each attempt has a connection of its own, so that none goes to an address of an earlier check.
      agent: false,
      signal,
    });
    const late = setTimeout(() => {
      resolve(failed('timeout'));
      sent.destroy();
    }, headersMs);
    const settle = (outcome: Outcome | Promise<Outcome>) => {
      clearTimeout(late);
      resolve(outcome);
    };
    sent.once('response', (answer) => settle(toOutcome(answer)));
    sent.on('error', (error) => settle(failed(faultOf(error))));
    sent.end(bytes);
  });
