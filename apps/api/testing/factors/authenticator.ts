// An authenticator app by the test's clock, and people who have one.

import { challengeFactor, enrolFactor, verifyFactor } from '@ballast/contract/auth/second-factor-calls';
import type { Call } from '@ballast/contract/http/client';
import { Secret, TOTP } from 'otpauth';
import type { TestApp } from '../test-app.ts';

export const stepSeconds = 30;

type Clock = Pick<TestApp, 'now' | 'skipSeconds'>;

export const openAuthenticator = (clock: Clock, secret: string) => {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 });
  return {
    // The code of this step, or of one beside it.
    code: (steps = 0) => totp.generate({ timestamp: clock.now().getTime() + steps * stepSeconds * 1000 }),
    // Each code counts once, so a test that needs another waits for the next step.
    nextCode: () => {
      clock.skipSeconds(stepSeconds);
      return totp.generate({ timestamp: clock.now().getTime() });
    },
  };
};

// Six digits that are not the code, nor one beside it.
export const wrongCode = ({ code }: Pick<ReturnType<typeof openAuthenticator>, 'code'>) => {
  const right = new Set([-1, 0, 1].map((steps) => code(steps)));
  return ['000000', '111111', '222222', '333333'].find((digits) => !right.has(digits)) ?? '';
};

export const showCode = async (call: Call, factorId: string, code: string) => {
  const challenge = await call(challengeFactor, { params: { id: factorId }, body: {} });
  return call(verifyFactor, { params: { id: factorId }, body: { challenge_id: challenge.id, code } });
};

export const enrolAuthenticator = async (clock: Clock, call: Call, name?: string) => {
  const body = { factor_type: 'totp', ...(name ? { friendly_name: name } : {}) };
  const enrolled = await call(enrolFactor, { body });
  if (!enrolled.totp) throw new Error('no secret was shown');
  return { ...enrolled, ...openAuthenticator(clock, enrolled.totp.secret) };
};

// A developer whose session has shown the factor that guards the account.
export const guardedUser = async (app: TestApp) => {
  const person = await app.verifiedUser();
  const factor = await enrolAuthenticator(app, person.call);
  const session = await showCode(person.call, factor.id, factor.nextCode());
  return { ...person, session, call: app.callAs(session.access_token), factor };
};
