import * as factors from '@ballast/contract/auth/second-factor-calls';
import {
  type Exceptions,
  nothing,
  ok,
  on,
  others,
  shownFactor,
  to,
} from '../../../testing/isolation/cases.ts';
import { refused } from '../../../testing/isolation/expectations.ts';
import type { World } from '../../../testing/isolation/world.ts';

const aNewFactor = async ({ owner }: World) => {
  const { id } = await owner.call(factors.enrolFactor, { body: { factor_type: 'totp' } });
  return { params: { id } };
};
const hasCodes = 'one of them has recovery codes';
const notTheirFactor = 'the session library has a code of its own for what is not theirs';
// Its owner goes on with it only in a session that could have begun it.
const toFactorBegunElsewhere: Exceptions = {
  ...to(refused('mfa_factor_not_found'), ...others, 'a user who owes the second factor'),
  ...to(refused('reauthentication_required'), 'a reset session'),
};

export const cases = [
  on(factors.enrolFactor, () => ({ body: { factor_type: 'totp' } })),
  on(factors.challengeFactor, async (world) => ({ ...(await aNewFactor(world)), body: {} }), {
    because: notTheirFactor,
    except: toFactorBegunElsewhere,
  }),
  on(
    factors.verifyFactor,
    async (world) => ({
      ...(await aNewFactor(world)),
      body: { challenge_id: crypto.randomUUID(), code: '123456' },
    }),
    {
      because: notTheirFactor,
      except: toFactorBegunElsewhere,
      withoutProof: { status: 422, code: 'mfa_factor_not_found' },
    },
  ),
  on(factors.removeFactor, aNewFactor, {
    because: notTheirFactor,
    except: to(refused('mfa_factor_not_found'), ...others),
  }),
  on(factors.getRecoveryCodes, nothing, {
    because: hasCodes,
    except: to(ok, shownFactor),
    withoutProof: refused('mfa_factor_not_found'),
  }),
  on(factors.createRecoveryCodes, () => ({ body: {} }), {
    because: 'recovery codes want a session that has shown a second factor, and this one has made them',
    except: to(refused('mfa_verified_factor_exists'), shownFactor),
    withoutProof: refused('insufficient_aal'),
  }),
  on(factors.verifyRecoveryCode, () => ({ body: { code: 'abcde-fghjk' } }), {
    because: 'it is nobody’s code',
    withoutProof: refused('mfa_verification_failed'),
    logsRefusals: true,
  }),
  on(factors.getSavedCodes, nothing, {
    because: hasCodes,
    except: to(ok, shownFactor),
    withoutProof: refused('mfa_factor_not_found'),
  }),
  on(factors.confirmSavedCodes, nothing, {
    because: hasCodes,
    except: to(ok, shownFactor),
    withoutProof: refused('mfa_factor_not_found'),
  }),
  on(factors.replaceRecoveryCodes, nothing, {
    because: hasCodes,
    except: to(ok, shownFactor),
    withoutProof: refused('mfa_factor_not_found'),
  }),
  on(factors.removeRecoveryCodes, nothing, {
    because: hasCodes,
    except: to(ok, shownFactor),
    withoutProof: refused('mfa_factor_not_found'),
  }),
];
