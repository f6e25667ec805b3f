// A self-signed certificate, for localhost and an hour unless told otherwise: Node signs, but writes no certificates.
import { generateKeyPairSync, sign } from 'node:crypto';

const length = (size: number) => {
  if (size < 128) return Buffer.from([size]);
  return size < 256 ? Buffer.from([0x81, size]) : Buffer.from([0x82, size >> 8, size & 255]);
};
const der = (tag: number, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), length(body.length), body]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const bits = (body: Buffer) => der(0x03, Buffer.from([0]), body);
const time = (at: number) => {
  const digits = new Date(at).toISOString().replace(/\D/g, '');
  return der(0x17, Buffer.from(`${digits.slice(2, 14)}Z`));
};

const ecdsaWithSha256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
const commonName = der(0x06, Buffer.from('550403', 'hex'));
const named = (name: string) => sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(name)))));
const version3 = der(0xa0, der(0x02, Buffer.from([2])));

const pem = (body: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${body
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n')}\n-----END CERTIFICATE-----\n`;

const hour = 3_600_000;

type Wanted = { name?: string; from?: number; to?: number };

export const makeCertificate = ({
  name = 'localhost',
  from = Date.now() - hour,
  to = Date.now() + hour,
}: Wanted = {}) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const content = sequence(
    version3,
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    named(name),
    sequence(time(from), time(to)),
    named(name),
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const certificate = sequence(content, ecdsaWithSha256, bits(sign('sha256', content, privateKey)));
  return {
    certificate: pem(certificate),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
};
