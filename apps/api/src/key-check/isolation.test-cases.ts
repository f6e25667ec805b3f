import { checkKey } from '@ballast/contract/keys/key-check';
import { nothing, on } from '../../testing/isolation/cases.ts';

export const cases = [on(checkKey, nothing, { unverified: 'key_unknown' })];
