// This lists every call that a portal answers, in the order in which a reader meets them. The server serves no other.
import { exportActivities, listActivities } from './activities.ts';
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
} from './auth/auth.ts';
import { checkPassword } from './auth/check-password.ts';
import { deleteAccount, exportData, keepAccount } from './auth/leaving.ts';
import {
  deletePasskey,
  listPasskeys,
  renamePasskey,
  startPasskeyRegistration,
  startPasskeySignIn,
  verifyPasskeyRegistration,
  verifyPasskeySignIn,
} from './auth/passkeys.ts';
import {
  disconnectProvider,
  finishProvider,
  linkProvider,
  listConnections,
  startProvider,
  verifyProvider,
} from './auth/provider-calls.ts';
import {
  challengeFactor,
  createRecoveryCodes,
  enrolFactor,
  getRecoveryCodes,
  removeFactor,
  removeRecoveryCodes,
  replaceRecoveryCodes,
  verifyFactor,
  verifyRecoveryCode,
} from './auth/second-factor-calls.ts';
import {
  endSession,
  getSessionUser,
  getSigningKeys,
  issueToken,
  reauthenticate,
  recover,
  resend,
  signUpByLibrary,
  updateSessionUser,
  verifyToken,
} from './auth/session.ts';
import { listSessions, revokeOtherSessions, revokeSession } from './auth/session-list.ts';
import { thisWasNotMe } from './auth/this-was-not-me.ts';
import {
  completeCliAuth,
  createCliToken,
  denyCliAuth,
  fetchCliToken,
  getCliRequest,
  listDevices,
  logOutCli,
  revokeDevice,
  startCliAuth,
} from './cli/cli-auth.ts';
import { getFaucet, getTransfer, requestTokens } from './faucet.ts';
import { getFirstSteps, putFirstStepsAway } from './first-steps.ts';
import type { Endpoint } from './http/endpoint.ts';
import {
  createKey,
  deleteKey,
  deleteKeys,
  endGrace,
  getKey,
  listKeys,
  rotateKey,
  updateKey,
} from './keys/api-keys.ts';
import { checkKey, getBalance } from './keys/key-check.ts';
import { reportKey, reportLeaks } from './keys/key-leaks.ts';
import { listRefusals } from './keys/key-refusals.ts';
import { listKeyScopes } from './keys/key-restrictions.ts';
import { getKeyUsage, getUsage } from './keys/key-usage.ts';
import { tryNetworks } from './keys/network-dry-run.ts';
import { listKeyRequests, listRequests, requestRateLimit } from './keys/rate-limit-requests.ts';
import { takeBackup } from './operator/backup.ts';
import { revokeKey, showKey } from './operator/keys.ts';
import { readOperatorLog, verifyOperatorLog } from './operator/log.ts';
import { decideReview, getReview, listReviews, rotateSecret } from './operator/operator.ts';
import { readStatus } from './operator/status.ts';
import {
  endUserSessions,
  eraseUser,
  exportUser,
  listUsers,
  restoreUser,
  showUser,
  suspendUser,
} from './operator/users.ts';
import { getPortal } from './portal.ts';
import { getProfile, updateProfile } from './profile.ts';

export const endpoints: readonly Endpoint[] = [
  signUp,
  checkPassword,
  logIn,
  logOut,
  verifyEmail,
  resendVerification,
  resendVerificationEmail,
  forgotPassword,
  resetPassword,
  changeEmail,
  confirmEmailChange,
  thisWasNotMe,
  keepAccount,
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
  getFirstSteps,
  putFirstStepsAway,
  exportData,
  deleteAccount,
  createKey,
  listKeys,
  getKey,
  updateKey,
  rotateKey,
  endGrace,
  deleteKey,
  listKeyScopes,
  deleteKeys,
  reportKey,
  requestRateLimit,
  listKeyRequests,
  listRequests,
  getUsage,
  getKeyUsage,
  listRefusals,
  tryNetworks,
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
  createCliToken,
  revokeDevice,
  issueToken,
  getSessionUser,
  updateSessionUser,
  reauthenticate,
  signUpByLibrary,
  recover,
  resend,
  verifyToken,
  endSession,
  enrolFactor,
  challengeFactor,
  verifyFactor,
  removeFactor,
  getRecoveryCodes,
  createRecoveryCodes,
  verifyRecoveryCode,
  replaceRecoveryCodes,
  removeRecoveryCodes,
  getSigningKeys,
  startPasskeyRegistration,
  verifyPasskeyRegistration,
  startPasskeySignIn,
  verifyPasskeySignIn,
  listPasskeys,
  renamePasskey,
  deletePasskey,
  getPortal,
  checkKey,
  getBalance,
  reportLeaks,
  listReviews,
  getReview,
  decideReview,
  rotateSecret,
  readOperatorLog,
  verifyOperatorLog,
  takeBackup,
  readStatus,
  listUsers,
  showUser,
  suspendUser,
  restoreUser,
  endUserSessions,
  exportUser,
  eraseUser,
  showKey,
  revokeKey,
];
