import * as contract from '@ballast/contract/auth/second-factor-calls';
import type { Session } from '@ballast/contract/auth/session';
import type { Serve } from '../../http/call.ts';
import type { Deps } from '../../http/deps.ts';
import type { Actor } from '../../identity/actor.ts';
import { countSignIn } from '../../identity/sessions/count-sign-in.ts';
import { rememberDevice } from '../../identity/sessions/known-devices.ts';
import type { Cookies } from '../../runtime/cookies.ts';
import { challengeFactor } from './challenge-factor.ts';
import { enrolFactor } from './enrol-factor.ts';
import { findFactor, removeFactor } from './owned-factors.ts';
import {
  confirmSavedCodes,
  createCodes,
  readCodesStatus,
  readSavedCodes,
  removeCodes,
  replaceCodes,
  verifyCode,
} from './recovery-codes.ts';
import { verifyFactor } from './verify-factor.ts';

export const secondFactorRoutes = (serve: Serve, deps: Deps) => {
  serve(contract.enrolFactor, ({ actor, body }) => enrolFactor(deps, actor, actor.user.id, body));
  serve(contract.challengeFactor, ({ actor, params }) =>
    challengeFactor(deps, actor, actor.user.id, params.id),
  );
  // The factor completes the sign-in, so the device is known from then on.
  const completed = async (shown: Promise<Session>, { user }: Actor, cookies: Cookies) => {
    const session = await countSignIn(deps, 'second_factor', shown);
    rememberDevice(deps, cookies, user);
    return session;
  };
  serve(contract.verifyFactor, ({ actor, params, body, cookies }) =>
    completed(verifyFactor(deps, actor, params.id, body), actor, cookies),
  );
  serve(
    contract.removeFactor,
    ({ deps, actor, params }) => removeFactor(deps, actor, actor.user.id, params.id),
    {
      refuseFirst: ({ deps, actor, params }) => findFactor(deps.db, actor.user.id, params.id, deps.now()),
    },
  );
  serve(contract.getRecoveryCodes, ({ actor }) => readCodesStatus(deps, actor.user.id));
  serve(contract.createRecoveryCodes, ({ actor, body }) =>
    createCodes(deps, actor, actor.user.id, body.friendly_name),
  );
  serve(contract.verifyRecoveryCode, ({ actor, body, cookies }) =>
    completed(verifyCode(deps, actor, body.code), actor, cookies),
  );
  serve(contract.replaceRecoveryCodes, ({ actor }) => replaceCodes(deps, actor, actor.user.id));
  serve(contract.getSavedCodes, ({ actor }) => readSavedCodes(deps, actor.user.id));
  serve(contract.confirmSavedCodes, ({ actor }) => confirmSavedCodes(deps, actor, actor.user.id));
  serve(contract.removeRecoveryCodes, ({ deps, actor }) => removeCodes(deps, actor, actor.user.id));
};
