// When the certificates end that callers of the portal, and the portal itself, depend on. Nothing but the beginning of a connection
// is sent, so a certificate that is wrong or has expired is read as well.
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type CertificatePart, certificateParts } from '@ballast/contract/operator/status';
import { inTime } from '../in-time.ts';
import type { Config } from '../settings/config.ts';
import { databaseServers } from '../settings/database-servers.ts';
import { readRedisUrl } from '../settings/redis-url.ts';

type Settings = Pick<Config, 'publicUrl' | 'databaseUrl' | 'redisUrl' | 'smtp'>;
type Start = (socket: Socket) => Promise<boolean>;
type Server = { part: CertificatePart; host: string; port: number; start?: Start };
type Certificate = { part: CertificatePart; expiresAt: string };

const answerWithinMs = 1000;

// The next bytes that fit. A server that says more than this is another one than was expected.
const longestGreeting = 4096;
const readUntil = (socket: Socket, isEnough: (text: string) => boolean) =>
  new Promise<string>((resolve, reject) => {
    let text = '';
    const take = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (!isEnough(text) && text.length < longestGreeting) return;
      socket.off('data', take);
      resolve(text);
    };
    socket.on('data', take);
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection was closed')));
  });

// PostgreSQL's question whether it encrypts: the length, and the number of the question.
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const startPostgres: Start = async (socket) => {
  socket.write(sslRequest);
  return (await readUntil(socket, (text) => text.length > 0)) === 'S';
};

const isWholeReply = (text: string) => /^\d{3} .*\r\n$/m.test(text);
const startSmtp: Start = async (socket) => {
  await readUntil(socket, isWholeReply);
  socket.write('EHLO localhost\r\n');
  if (!/^250[ -]STARTTLS/im.test(await readUntil(socket, isWholeReply))) return false;
  socket.write('STARTTLS\r\n');
  return (await readUntil(socket, isWholeReply)).startsWith('220');
};

const portalOf = ({ publicUrl }: Settings): Server[] => {
  const { protocol, hostname, port } = new URL(publicUrl);
  return protocol === 'https:' ? [{ part: 'portal', host: hostname, port: Number(port || 443) }] : [];
};

// The name or path of a socket has no certificate. A host in the query takes the place of the one before it.
const databaseOf = ({ databaseUrl }: Settings): Server[] =>
  (databaseUrl ? databaseServers(databaseUrl).urls : []).flatMap((address) => {
    const { hostname, port, searchParams } = new URL(address);
    const host = (searchParams.get('host') ?? hostname).replace(/^\[(.*)\]$/, '$1');
    const ownPort = Number(searchParams.get('port') || port || 5432);
    if (!host || host.startsWith('/')) return [];
    return [{ part: 'database' as const, host, port: ownPort, start: startPostgres }];
  });

const redisOf = ({ redisUrl }: Settings): Server[] => {
  const address = redisUrl ? readRedisUrl(redisUrl) : null;
  return address?.tls ? address.nodes.map((node) => ({ part: 'redis', ...node })) : [];
};

const smtpOf = ({ smtp }: Settings): Server[] => {
  if (!smtp || smtp.tls === 'off') return [];
  const { protocol, hostname: host, port } = new URL(smtp.url);
  if (protocol === 'smtps:') return [{ part: 'smtp', host, port: Number(port || 465) }];
  return [{ part: 'smtp', host, port: Number(port || 587), start: startSmtp }];
};

const readExpiry = (socket: Socket, host: string) =>
  new Promise<Date>((resolve, reject) => {
    const secure = connectTls({
      socket,
      servername: /^[\d.]+$|:/.test(host) ? '' : host,
      rejectUnauthorized: false,
    });
    secure.once('secureConnect', () => resolve(new Date(secure.getPeerCertificate().valid_to)));
    secure.once('error', reject);
  });

const readOne = async ({ part, host, port, start }: Server): Promise<Certificate | null> => {
  const socket = connect({ host, port });
  const failed = new Promise<never>((_, reject) => socket.once('error', reject));
  const read = async () => {
    if (start && !(await start(socket))) return null;
    return { part, expiresAt: (await readExpiry(socket, host)).toISOString() };
  };
  try {
    return await inTime(Promise.race([read(), failed]), answerWithinMs);
  } catch {
    // A server that is away is told elsewhere.
    return null;
  } finally {
    socket.destroy();
  }
};

export const readCertificates = async (config: Settings): Promise<Certificate[]> => {
  const servers = [portalOf, databaseOf, redisOf, smtpOf].flatMap((read) => read(config));
  const found = (await Promise.all(servers.map(readOne))).filter((each) => each !== null);
  // Of several servers of a part, the one that ends first.
  const sorted = found.toSorted((a, b) => a.expiresAt.localeCompare(b.expiresAt));
  return certificateParts.flatMap((part) => sorted.find((each) => each.part === part) ?? []);
};
