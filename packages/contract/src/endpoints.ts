// Every call that the API answers, in the order in which a reader meets them.
import {
  changeEmail,
  confirmEmailChange,
  forgotPassword,
  logIn,
  logOut,
  resendVerification,
  resendVerificationEmail,
  resetPassword,
  signUp,
  verifyEmail,
} from './auth.ts';
import type { Endpoint } from './endpoint.ts';
import { getPortal } from './portal.ts';
import { getProfile, updateProfile } from './profile.ts';
import {
  disconnectProvider,
  finishProvider,
  linkProvider,
  listConnections,
  startProvider,
  verifyProvider,
} from './provider-calls.ts';
import {
  endSession,
  getSessionUser,
  getSigningKeys,
  issueToken,
  recover,
  resend,
  signUpByLibrary,
  updateSessionUser,
  verifyToken,
} from './session.ts';
import { listSessions, revokeOtherSessions, revokeSession } from './session-list.ts';

export const endpoints: readonly Endpoint[] = [
  signUp,
  logIn,
  logOut,
  verifyEmail,
  resendVerification,
  resendVerificationEmail,
  forgotPassword,
  resetPassword,
  changeEmail,
  confirmEmailChange,
  startProvider,
  linkProvider,
  finishProvider,
  verifyProvider,
  disconnectProvider,
  listConnections,
  listSessions,
  revokeSession,
  revokeOtherSessions,
  getProfile,
  updateProfile,
  issueToken,
  getSessionUser,
  updateSessionUser,
  signUpByLibrary,
  recover,
  resend,
  verifyToken,
  endSession,
  getSigningKeys,
  getPortal,
];
