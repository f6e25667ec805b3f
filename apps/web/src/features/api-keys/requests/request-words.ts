import { refusalNames } from '@ballast/contract/keys/key-refusals';
import { outcomeNames, type RequestRow } from '@ballast/contract/requests/requests';
import { formatDate, localDay } from '../../../lib/dates.ts';
import { formatNumber } from '../../../lib/numbers.ts';

export const titleOf = ({ reason, outcome }: Pick<RequestRow, 'reason' | 'outcome'>) =>
  reason ? refusalNames[reason] : outcomeNames[outcome];

// A gateway need not report them.
export const requestLine = ({ method, path }: Pick<RequestRow, 'method' | 'path'>) =>
  [method, path].filter(Boolean).join(' ');

export const timesOf = (count: number) => (count === 1 ? 'once' : `${formatNumber(count)} times`);

// Today needs no date.
export const dayOf = (at: string) =>
  localDay(new Date(at)) === localDay(new Date()) ? '' : (formatDate(at).split(',')[0] ?? '');
