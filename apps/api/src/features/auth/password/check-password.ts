// Tells a form what is wrong with a password that meets the rule. It says nothing about any account, and keeps nothing.
import { authMessages } from '@ballast/contract/auth/auth';
import type { Deps } from '../../../http/deps.ts';
import type { Visitor } from '../../../identity/actor.ts';
import { weakPassword } from '../../../identity/passwords/weak-passwords.ts';
import { consumeByCaller } from '../../../identity/throttling/throttles.ts';
import { passwordCheckPerAddress } from '../limits.ts';

const warnings = {
  refuse: { common: authMessages.passwordCommon, breached: authMessages.passwordBreached },
  warn: { common: authMessages.passwordCommonTaken, breached: authMessages.passwordBreachedTaken },
};

export const checkPassword = async (deps: Deps, actor: Visitor, password: string) => {
  await consumeByCaller(deps.throttles.of(passwordCheckPerAddress), actor);
  const { common, breached } = warnings[deps.config.commonPasswords];
  if (await deps.weakPasswords.isCommon(password)) return { warning: common };
  return { warning: (await deps.weakPasswords.isBreached(password)) ? breached : null };
};

export const refuseWeakPassword = async (deps: Deps, actor: Visitor, password: string) => {
  if (deps.config.commonPasswords !== 'refuse') return;
  const { warning } = await checkPassword(deps, actor, password);
  if (warning) throw weakPassword(warning);
};
