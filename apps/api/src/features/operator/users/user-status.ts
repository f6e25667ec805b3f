// In which state an account is, as operators see it. Whoever deleted their account is deleted, although it takes
// a week. One that is suspended as well waits for an operator.
import type { UserStatus } from '@ballast/contract/operator/users';
import { and, isNotNull, isNull } from 'drizzle-orm';
import { type UserRow, users } from '../../../identity/tables.ts';

export const statusOf = ({ deletesAt, suspendedAt }: UserRow): UserStatus => {
  if (suspendedAt) return 'suspended';
  return deletesAt ? 'deleted' : 'active';
};

export const hasStatus = (status: UserStatus | undefined) => {
  switch (status) {
    case 'active':
      return and(isNull(users.deletesAt), isNull(users.suspendedAt));
    case 'suspended':
      return isNotNull(users.suspendedAt);
    case 'deleted':
      return and(isNotNull(users.deletesAt), isNull(users.suspendedAt));
    case undefined:
      return undefined;
  }
};
