import * as leaving from '@ballast/contract/auth/leaving';
import { getFirstSteps, putFirstStepsAway } from '@ballast/contract/first-steps';
import { getProfile, updateProfile } from '@ballast/contract/profile';
import { nothing, on, others, to } from '../../../testing/isolation/cases.ts';
import { refused } from '../../../testing/isolation/expectations.ts';

export const cases = [
  on(getProfile, nothing, { unverified: 200 }),
  on(updateProfile, () => ({ body: { website: 'https://northwind.example' } })),
  on(getFirstSteps, nothing),
  on(putFirstStepsAway, () => ({ body: { putAway: true } })),
  on(leaving.exportData, nothing),
  on(leaving.deleteAccount, ({ owner }) => ({ body: { email: owner.email } }), {
    because: 'the typed address is not theirs',
    except: to(refused('validation_failed'), ...others),
  }),
];
