import { getPortal } from '@ballast/contract/portal';
import { nothing, on } from '../../../testing/isolation/cases.ts';

export const cases = [on(getPortal, nothing, { unverified: 200 })];
