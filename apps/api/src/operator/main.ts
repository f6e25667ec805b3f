// npm run operator -- …: the provider team's commands, carried out by the running portal.
import { parseArgs } from 'node:util';
import { readDataDir } from '../config.ts';
import { askPortal, OperatorProblem } from './ask-portal.ts';
import { showRequest, showRequests } from './show-requests.ts';

const usage = `Usage: npm run operator -- <command>

  requests list [--status pending|approved|denied|all]   rate-limit requests, oldest first (default: pending)
  requests show ID                                       one request with its reason and the use of its key
  requests approve ID [--note TEXT]                      the new limit holds at once; the developer is told by mail
  requests deny ID --note TEXT                           the limit stays; the developer is told by mail
  encryption-key rotate                                  encrypt all API keys with a new key, without downtime

  --json   print the answer as JSON
ID may be shortened to its first characters.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    status: { type: 'string', default: 'pending' },
    note: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const needId = (id: string | undefined) => {
  if (!id) throw new OperatorProblem(`Name the request.\n\n${usage}`);
  return id;
};

const run = async () => {
  const portal = askPortal(readDataDir(process.env));
  const note = values.note ?? null;
  const [subject, verb, id] = positionals;
  switch (`${subject} ${verb}`) {
    case 'requests list': {
      const status =
        values.status === 'all' ? '' : `?status=${encodeURIComponent(values.status.toUpperCase())}`;
      return { answer: await portal('GET', `/requests${status}`), show: showRequests };
    }
    case 'requests show':
      return {
        answer: await portal('GET', `/requests/${encodeURIComponent(needId(id))}`),
        show: showRequest,
      };
    case 'requests deny':
      if (!note) throw new OperatorProblem('Say why with --note: the developer reads it.');
      return {
        answer: await portal('POST', `/requests/${needId(id)}`, { approved: false, note }),
        show: showRequest,
      };
    case 'requests approve':
      return {
        answer: await portal('POST', `/requests/${needId(id)}`, { approved: true, note }),
        show: showRequest,
      };
    case 'encryption-key rotate': {
      const answer = (await portal('POST', '/encryption-key', {})) as { sealed: number; currentId: string };
      return {
        answer,
        show: () => `${answer.sealed} API keys are now encrypted with key ${answer.currentId}.`,
      };
    }
    default:
      throw new OperatorProblem(usage);
  }
};

try {
  if (values.help) console.log(usage);
  else {
    const { answer, show } = await run();
    console.log(values.json ? JSON.stringify(answer, null, 2) : show(answer as never));
  }
} catch (error) {
  if (!(error instanceof OperatorProblem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
