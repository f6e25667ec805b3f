// Operators have routes of their own, which app/ serves on a socket.
import type { Deps } from '../../http/deps.ts';
import { type Feature, patientJob } from '../../http/feature.ts';
import { eachInTurn } from '../../jobs/each-in-turn.ts';
import { queue } from '../../jobs/queue.ts';
import { endLimits } from './keys/limit-key.ts';
import { operatorMails } from './mails.ts';
import { doDueResets } from './users/due-resets.ts';

// What an operator's command left for later.
export const dueQueue = queue('operators-due');

const doWhatIsDue = (deps: Deps) => eachInTurn([doDueResets, endLimits], (rule) => rule(deps));

export const operator: Feature = {
  name: 'operator',
  jobs: [patientJob(dueQueue, doWhatIsDue, '*/5 * * * *')],
  mails: Object.values(operatorMails),
};
