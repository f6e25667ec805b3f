// Email accounts: rules of sign-up and sign-in, messages and calls.
import * as z from 'zod/mini';
import { endpoint } from '../http/endpoint.ts';
import { exactly } from '../http/field.ts';
import { profileLimits, user } from '../profile.ts';
import { composed, emailAddress, noAddress, plainLine, tokenText } from '../text.ts';
import { session } from './session.ts';

export const suspendedMessage = (supportEmail: string) =>
  `This account is suspended. Contact support at ${supportEmail} to find out why.`;

export const authMessages = {
  emailRequired: 'Email is required',
  emailShape: 'Please enter a valid email',
  passwordRequired: 'Password is required',
  passwordRule:
    'Password must be at least 8 characters and contain at least one uppercase letter, one lowercase letter, one number, and one special character',
  passwordCommon: 'This password is too common. Choose one that is harder to guess.',
  passwordBreached: 'This password has appeared in a data breach. Choose another one.',
  // Where COMMON_PASSWORDS only warns.
  passwordCommonTaken: 'This password is easy to guess. We recommend a stronger one.',
  passwordBreachedTaken:
    'This password has appeared in a data breach. You can use it, but another one is safer.',
  fullNameRequired: 'Full name is required',
  fullNameBlank: 'Full name cannot be only spaces',
  confirmRequired: 'Please confirm your password',
  confirmMismatch: 'Passwords do not match',
  invalidCredentials: 'Invalid email or password',
  signedUp: 'Account created! Please check your email to verify your account.',
  emailVerified: 'Email verified',
  emailVerifiedChoose: 'Email verified. Choose your password with the link we just sent.',
  choosePassword: 'Choose your password with the link we just sent.',
  verificationSent: 'If that address needs verifying, a new link is on its way.',
  verificationLinkInvalid: 'This verification link is invalid or has expired. Request a new one.',
  loggedOut: 'Successfully logged out',
  resetEmailRequired: 'Please enter your email address',
  resetEmailShape: 'Please enter a valid email address',
  resetSent: 'Password reset link sent to your email!',
  resetLinkInvalid: 'This password reset link is invalid or has expired. Please request a new one.',
  passwordReset: 'Password reset successfully!',
  emailChangeSent: 'Check the new address for a link to confirm it.',
  emailChanged: 'Email changed',
  emailChangeLinkInvalid: 'This link is invalid or has expired. Change your email again in Settings.',
  emailChangeNotYours:
    'This link belongs to another account. Sign in to that account to confirm the address.',
  emailChangeProof: 'Sign in or enter your password to confirm the address.',
  emailChangeSignIn: 'Sign in to confirm the address.',
  currentPasswordWrong: 'That password is wrong.',
  emailUnchanged: 'This is already your email',
  emailTaken: 'This address already has an account.',
} as const;

export const authLimits = {
  email: 254,
  password: 128,
  resendCooldownSeconds: 60,
  verificationLinkHours: 24,
  resetLinkHours: 1,
} as const;

// A form lists the parts of the password rule in this order.
export const passwordParts = [
  { label: 'At least 8 characters', test: (value: string) => value.length >= 8 },
  { label: 'One uppercase letter', test: (value: string) => /[A-Z]/.test(value) },
  { label: 'One lowercase letter', test: (value: string) => /[a-z]/.test(value) },
  { label: 'One number', test: (value: string) => /[0-9]/.test(value) },
  { label: 'One of !@#$%^&*', test: (value: string) => /[!@#$%^&*]/.test(value) },
] as const;

export const email = emailAddress({
  label: 'Email',
  required: authMessages.emailRequired,
  shape: authMessages.emailShape,
  max: authLimits.email,
});

// The reset dialog words the same rule in its own way.
export const resetForm = z.object({
  email: emailAddress({
    label: 'Email',
    required: authMessages.resetEmailRequired,
    shape: authMessages.resetEmailShape,
    max: authLimits.email,
  }),
});

const anyPassword = z
  .string(authMessages.passwordRequired)
  .check(
    z.minLength(1, authMessages.passwordRequired),
    z.maxLength(authLimits.password, `Password must be at most ${authLimits.password} characters`),
  );

export const newPassword = anyPassword.check(
  z.refine((value) => passwordParts.every((part) => part.test(value)), authMessages.passwordRule),
);

export const fullName = z.string(authMessages.fullNameRequired).check(
  // A check that aborts would also keep the form from comparing its two passwords.
  z.minLength(1, authMessages.fullNameRequired),
  z.refine((value) => value === '' || value.trim() !== '', authMessages.fullNameBlank),
  z.trim(),
  composed(),
  z.maxLength(profileLimits.fullName, `Full name must be at most ${profileLimits.fullName} characters`),
  plainLine('Full name'),
  noAddress('Full name'),
);

// The forms hold more than the calls send: sign-in its rule, sign-up the second password.
export const signInForm = z.object({ email, password: newPassword });

const matching = <T extends { password: string; confirmPassword: string }>() =>
  z.refine<T>((form) => form.password === form.confirmPassword, {
    error: authMessages.confirmMismatch,
    path: ['confirmPassword'],
    // It shows beside other errors, but not before anything was typed.
    when: ({ value }) => Boolean((value as Partial<T>).confirmPassword),
  });

const confirmPassword = z
  .string(authMessages.confirmRequired)
  .check(z.minLength(1, authMessages.confirmRequired));

export const passwordForm = z.object({ password: anyPassword });

export const signUpForm = z
  .object({ fullName, email, password: newPassword, confirmPassword })
  .check(matching());

export const newPasswordForm = z.object({ password: newPassword, confirmPassword }).check(matching());

const account = z.object({ user, session: z.nullable(session) });
const message = z.object({ message: z.string() });

export const signUp = endpoint('POST', '/auth/signup', {
  auth: 'public',
  keepsSession: true,
  summary: 'Create an account with email and password',
  status: 201,
  body: z.strictObject({
    email,
    password: newPassword,
    fullName,
    authMethod: exactly('authMethod', 'EMAIL'),
  }),
  reply: z.extend(account, { message: z.string() }),
});

// Tells only the browser that signed up, so a stranger learns nothing about an address.
export const getSignUpStatus = endpoint('POST', '/auth/sign-up-status', {
  auth: 'public',
  keepsSession: true,
  summary: 'Check if the email that this browser signed up with is verified',
  body: z.strictObject({ email }),
  reply: z.object({ verified: z.boolean() }),
});

export const logIn = endpoint('POST', '/auth/login', {
  auth: 'public',
  keepsSession: true,
  summary: 'Sign in with email and password',
  body: z.strictObject({ email, password: anyPassword }),
  reply: account,
});

export const logOut = endpoint('POST', '/auth/logout', {
  stops: true,
  endsSession: true,
  beforeSecondFactor: true,
  auth: 'signed-in',
  keepsSession: true,
  summary: 'End this session',
  reply: message,
});

export const verifyEmail = endpoint('POST', '/auth/verify-email', {
  auth: 'public',
  summary: 'Verify an email address with the token of its link',
  body: z.strictObject({
    token: tokenText(authMessages.verificationLinkInvalid),
    type: exactly('type', 'email'),
  }),
  // The opener has read the mail, so the address is no news. If several people signed up, none counts: the reader of the mail
  // chooses the password by another link.
  reply: z.extend(message, { email: z.string(), choosePassword: z.optional(z.literal(true)) }),
});

export const resendVerification = endpoint('POST', '/auth/resend-verification', {
  auth: 'signed-in',
  summary: 'Send the verification link again to the signed-in user',
  reply: message,
});

export const resendVerificationEmail = endpoint('POST', '/auth/resend-verification-email', {
  auth: 'public',
  summary: 'Send the verification link again to an address',
  body: z.strictObject({ email }),
  reply: message,
});

export const forgotPassword = endpoint('POST', '/auth/forgot-password', {
  auth: 'public',
  summary: 'Email a link to set a new password',
  body: z.strictObject(resetForm.def.shape),
  reply: z.object({
    message: z.string(),
    // Only for accounts without a password, which sign in with their provider.
    isOAuthUser: z.boolean(),
    authMethod: z.optional(z.enum(['GITHUB', 'GOOGLE'])),
  }),
});

export const resetPassword = endpoint('POST', '/auth/reset-password', {
  auth: 'public',
  summary: 'Set a new password with the access token of the reset link',
  body: z.strictObject({ token: tokenText(authMessages.resetLinkInvalid), password: newPassword }),
  reply: message,
});

export const changeEmail = endpoint('POST', '/auth/change-email', {
  auth: 'verified',
  fresh: 'always',
  summary: 'Email a link to confirm a new address',
  body: z.strictObject({ newEmail: email }),
  reply: message,
});

export const confirmEmailChange = endpoint('POST', '/auth/confirm-email-change', {
  auth: 'public',
  takesSession: true,
  summary: 'Confirm a new address with the token of its link, signed in or with the password of the account',
  body: z.strictObject({
    token: tokenText(authMessages.emailChangeLinkInvalid),
    password: z.optional(anyPassword),
  }),
  reply: message,
});

export const accountCalls = [
  signUp,
  getSignUpStatus,
  logIn,
  logOut,
  verifyEmail,
  resendVerification,
  resendVerificationEmail,
  forgotPassword,
  resetPassword,
  changeEmail,
  confirmEmailChange,
];
