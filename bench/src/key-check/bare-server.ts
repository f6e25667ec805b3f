// The least that Node can do: always the same answer, whatever is asked. Given as [headers, body] in JSON, the headers as
// Node takes them fastest: names and values in turn.
import { createServer } from 'node:http';

const [headers, body] = JSON.parse(process.argv[2] ?? '') as [string[], string];

const server = createServer((_, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(Number(process.argv[3]), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
