// In which state an account is, as operators see it. Whoever deleted their account is deleted, although it takes a week.
import type { UserStatus } from '@ballast/contract/operator-users';
import { and, isNotNull, isNull } from 'drizzle-orm';
import { type UserRow, users } from '../../../identity/tables.ts';

export const statusOf = ({ deletesAt, suspendedAt }: UserRow): UserStatus => {
  if (deletesAt) return 'deleted';
  return suspendedAt ? 'suspended' : 'active';
};

export const hasStatus = (status: UserStatus | undefined) => {
  switch (status) {
    case 'active':
      return and(isNull(users.deletesAt), isNull(users.suspendedAt));
    case 'suspended':
      return and(isNull(users.deletesAt), isNotNull(users.suspendedAt));
    case 'deleted':
      return isNotNull(users.deletesAt);
    case undefined:
      return undefined;
  }
};
