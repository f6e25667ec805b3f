// Email accounts: the rules of sign-up and sign-in, their messages, and the calls.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { profileLimits, user } from './profile.ts';
import { session } from './session.ts';
import { requiredText, tokenText } from './text.ts';

export const authMessages = {
  emailRequired: 'Email is required',
  emailShape: 'Please enter a valid email',
  passwordRequired: 'Password is required',
  passwordRule:
    'Password must be at least 8 characters and contain at least one uppercase letter, one lowercase letter, one number, and one special character',
  fullNameRequired: 'Full name is required',
  fullNameBlank: 'Full name cannot be only spaces',
  confirmRequired: 'Please confirm your password',
  confirmMismatch: 'Passwords do not match',
  invalidCredentials: 'Invalid email or password',
  signedUp: 'Account created! Please check your email to verify your account.',
  emailVerified: 'Email verified',
  verificationSent: 'If that address needs verifying, a new link is on its way.',
  verificationLinkInvalid: 'This verification link is invalid or has expired. Request a new one.',
  loggedOut: 'Successfully logged out',
} as const;

export const authLimits = {
  email: 254,
  password: 128,
  resendCooldownSeconds: 60,
  verificationLinkHours: 24,
} as const;

// The parts of the password rule, in the order in which a form lists them.
export const passwordParts = [
  { label: 'At least 8 characters', test: (value: string) => value.length >= 8 },
  { label: 'One uppercase letter', test: (value: string) => /[A-Z]/.test(value) },
  { label: 'One lowercase letter', test: (value: string) => /[a-z]/.test(value) },
  { label: 'One number', test: (value: string) => /[0-9]/.test(value) },
  { label: 'One of !@#$%^&*', test: (value: string) => /[!@#$%^&*]/.test(value) },
] as const;

export const email = requiredText({
  label: 'Email',
  required: authMessages.emailRequired,
  max: authLimits.email,
}).check(z.toLowerCase(), z.email(authMessages.emailShape));

const anyPassword = z
  .string(authMessages.passwordRequired)
  .check(
    z.minLength(1, authMessages.passwordRequired),
    z.maxLength(authLimits.password, `Password must be at most ${authLimits.password} characters`),
  );

export const newPassword = anyPassword.check(
  z.refine((value) => passwordParts.every((part) => part.test(value)), authMessages.passwordRule),
);

const fullName = z
  .string(authMessages.fullNameRequired)
  .check(z.minLength(1, { error: authMessages.fullNameRequired, abort: true }))
  .check(z.refine((value) => value.trim() !== '', { error: authMessages.fullNameBlank, abort: true }))
  .check(
    z.trim(),
    z.maxLength(profileLimits.fullName, `Full name must be at most ${profileLimits.fullName} characters`),
    z.refine((value) => !value.includes('\0'), 'Full name contains a character that is not allowed'),
  );

// The forms hold more than the calls send: the rule on sign-in, the second password on sign-up.
export const signInForm = z.object({ email, password: newPassword });

export const signUpForm = z
  .object({
    fullName,
    email,
    password: newPassword,
    confirmPassword: z.string().check(z.minLength(1, authMessages.confirmRequired)),
  })
  .check(
    z.refine((form) => form.password === form.confirmPassword, {
      error: authMessages.confirmMismatch,
      path: ['confirmPassword'],
      when: ({ value }) => {
        const form = value as { password?: unknown; confirmPassword?: unknown };
        return Boolean(form.confirmPassword);
      },
    }),
  );

const account = z.object({ user, session: z.nullable(session) });
const message = z.object({ message: z.string() });

export const signUp = endpoint({
  method: 'POST',
  path: '/auth/signup',
  auth: 'public',
  summary: 'Create an account with email and password',
  status: 201,
  body: z.strictObject({ email, password: newPassword, fullName, authMethod: z.literal('EMAIL') }),
  reply: z.extend(account, { message: z.string() }),
});

export const logIn = endpoint({
  method: 'POST',
  path: '/auth/login',
  auth: 'public',
  summary: 'Sign in with email and password',
  body: z.strictObject({ email, password: anyPassword }),
  reply: account,
});

export const logOut = endpoint({
  method: 'POST',
  path: '/auth/logout',
  auth: 'signed-in',
  summary: 'End this session',
  reply: message,
});

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/auth/verify-email',
  auth: 'public',
  summary: 'Verify an email address with the token of its link',
  body: z.strictObject({ token: tokenText('The verification link has no token'), type: z.literal('email') }),
  reply: message,
});

export const resendVerification = endpoint({
  method: 'POST',
  path: '/auth/resend-verification',
  auth: 'signed-in',
  summary: 'Send the verification link again to the signed-in user',
  reply: message,
});

export const resendVerificationEmail = endpoint({
  method: 'POST',
  path: '/auth/resend-verification-email',
  auth: 'public',
  summary: 'Send the verification link again to an address',
  body: z.strictObject({ email }),
  reply: message,
});
