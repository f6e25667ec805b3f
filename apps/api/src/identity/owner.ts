// Whose data a rule touches. Rules and queries name an owner and not a person, so that people may share an account one day.
import type { UserRow } from './tables.ts';

export type Owner = UserRow;
