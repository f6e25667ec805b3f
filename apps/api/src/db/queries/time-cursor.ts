// Where a page of a log ends: a moment, and the id of a row, because rows may share a moment.
import { cursorUnknown } from '@ballast/contract/http/paging';
import { invalidField } from '../../runtime/failure.ts';

const idShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

// A moment that PostgreSQL knows, which has no year 0.
const isMoment = (time: string) => {
  const at = new Date(time);
  return !Number.isNaN(at.getTime()) && at.toISOString() === time && time >= '0001' && time.length === 24;
};

export const toTimeCursor = (time: string, id: string) => Buffer.from(`${time} ${id}`).toString('base64url');

export const readTimeCursor = (cursor: string) => {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (!isMoment(time) || !idShape.test(id)) throw invalidField('cursor', cursorUnknown);
  return { time, id };
};
