import { eitherOf } from '@ballast/contract/http/field';
import { requestStatuses } from '@ballast/contract/keys/api-keys';
import { decideReview, getReview, listReviews } from '@ballast/contract/operator/operator';
import { UsageProblem } from '../command-line/problems.ts';
import { type AddCommands, needValue } from '../command-line/session.ts';
import { formatRequest, formatRequests } from './format-requests.ts';

const question = 'Name the request: its id, or how it begins.';

const readStatus = (word = 'pending') => {
  if (word === 'all') return {};
  const status = requestStatuses.find((each) => each === word.toUpperCase());
  if (!status)
    throw new UsageProblem(`status must be ${eitherOf([...requestStatuses, 'all']).toLowerCase()}`);
  return { status };
};

export const addRequestCommands: AddCommands = (program, { call, print }) => {
  const requests = program.command('requests');
  const decide = async (id: string, approved: boolean, note: string | null) =>
    print(await call(decideReview, { params: { id }, body: { approved, note } }), formatRequest);
  requests
    .command('list')
    .description('rate-limit requests, oldest first (default: pending)')
    .usage('[--status pending|approved|denied|all]')
    .option('--status <STATUS>')
    .action(async ({ status }) =>
      print(await call(listReviews, { query: readStatus(status) }), formatRequests),
    );
  requests
    .command('show')
    .description('one request with its reason and the use of its key')
    .argument('<ID>', question)
    .action(async (id) => print(await call(getReview, { params: { id } }), formatRequest));
  requests
    .command('approve')
    .description('the new limit holds at once; the developer is told by mail')
    .usage('ID [--note TEXT]')
    .argument('<ID>', question)
    .option('--note <TEXT>')
    .action((id, { note = null }) => decide(id, true, note));
  requests
    .command('deny')
    .description('the limit stays; the developer is told by mail')
    .usage('ID --note TEXT')
    .argument('<ID>', question)
    .option('--note <TEXT>')
    .action((id, { note }) =>
      decide(id, false, needValue(note, 'Say why with --note: the developer reads it.')),
    );
};
