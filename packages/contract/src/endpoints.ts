// Every call that the API answers, in the order in which a reader meets them.
import { exportActivities, listActivities } from './activities.ts';
import {
  createKey,
  deleteKey,
  getKey,
  listKeyRequests,
  listKeys,
  listRequests,
  renameKey,
  requestRateLimit,
  rotateKey,
} from './api-keys.ts';
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
import {
  completeCliAuth,
  denyCliAuth,
  fetchCliToken,
  getCliRequest,
  listDevices,
  logOutCli,
  revokeDevice,
  startCliAuth,
} from './cli-auth.ts';
import type { Endpoint } from './endpoint.ts';
import { getFaucet, getTransfer, requestTokens } from './faucet.ts';
import { checkKey, getBalance } from './key-check.ts';
import { getKeyUsage, getUsage } from './key-usage.ts';
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
  createKey,
  listKeys,
  getKey,
  renameKey,
  rotateKey,
  deleteKey,
  requestRateLimit,
  listKeyRequests,
  listRequests,
  getUsage,
  getKeyUsage,
  listActivities,
  exportActivities,
  requestTokens,
  getTransfer,
  getFaucet,
  startCliAuth,
  getCliRequest,
  completeCliAuth,
  denyCliAuth,
  fetchCliToken,
  logOutCli,
  listDevices,
  revokeDevice,
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

// What an API key opens, under /v1.
export const keyEndpoints: readonly Endpoint[] = [checkKey, getBalance];
