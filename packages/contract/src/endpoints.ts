// Every call that the API answers, in the order in which a reader meets them.
import { logIn, logOut, resendVerification, resendVerificationEmail, signUp, verifyEmail } from './auth.ts';
import type { Endpoint } from './endpoint.ts';
import { getPortal } from './portal.ts';
import { getProfile, updateProfile } from './profile.ts';
import { endSession, getSessionUser, getSigningKeys, issueToken } from './session.ts';

export const endpoints: readonly Endpoint[] = [
  signUp,
  logIn,
  logOut,
  verifyEmail,
  resendVerification,
  resendVerificationEmail,
  getProfile,
  updateProfile,
  issueToken,
  getSessionUser,
  endSession,
  getSigningKeys,
  getPortal,
];
