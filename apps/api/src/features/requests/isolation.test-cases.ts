import { groupRequests, listRequests } from '@ballast/contract/requests/requests';
import { on } from '../../../testing/isolation/cases.ts';

export const cases = [on(listRequests, () => ({ query: {} })), on(groupRequests, () => ({ query: {} }))];
