// A name server that answers what a test wants, and may answer otherwise the next time.
import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';

const types = { a: 1, aaaa: 28 } as const;

// The name of the question ends with an empty label; its type and class follow.
const readQuestion = (message: Buffer) => {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.subarray(at + 1, at + 1 + length).toString('latin1'));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
};

const groupsOf = (address: string) => {
  const [front = '', back] = address.split('::');
  const [left, right] = [front, back ?? ''].map((part) => part.split(':').filter(Boolean));
  const gap = back === undefined ? 0 : 8 - (left?.length ?? 0) - (right?.length ?? 0);
  return [...(left ?? []), ...Array<string>(gap).fill('0'), ...(right ?? [])];
};

const bytesOf = (address: string) =>
  isIPv6(address)
    ? Buffer.from(
        groupsOf(address)
          .map((group) => group.padStart(4, '0'))
          .join(''),
        'hex',
      )
    : Buffer.from(address.split('.').map(Number));

const recordOf = (address: string) => {
  const data = bytesOf(address);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(isIPv6(address) ? types.aaaa : types.a, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
};

export const startLyingDns = async (answer: (name: string) => string[]) => {
  const socket = createSocket('udp4');
  const questions: string[] = [];
  socket.on('message', (message, from) => {
    const { name, type, end } = readQuestion(message);
    questions.push(name);
    const found = answer(name).filter((each) => (isIPv6(each) ? types.aaaa : types.a) === type);
    const head = Buffer.from(message.subarray(0, 12));
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(found.length, 6);
    head.writeUInt32BE(0, 8);
    socket.send(
      Buffer.concat([head, message.subarray(12, end), ...found.map(recordOf)]),
      from.port,
      from.address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const close = () => void socket.close();
  return { address: `127.0.0.1:${socket.address().port}`, questions, close };
};
