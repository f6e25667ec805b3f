// What anybody may ask about an account whose address they know, with its password where the call takes one.
import * as auth from '@ballast/contract/auth/auth';
import * as library from '@ballast/contract/auth/session';
import type { Endpoint } from '@ballast/contract/http/endpoint';
import { password } from '../test-app.ts';
import type { Sent } from './send.ts';

const codeChallenge = 'a'.repeat(43);
const withCode = { code_challenge: codeChallenge, code_challenge_method: 's256' };

export const callsByAddress: [Endpoint, (email: string) => Sent][] = [
  [auth.signUp, (email) => ({ body: { email, password, fullName: 'A stranger', authMethod: 'EMAIL' } })],
  [auth.getSignUpStatus, (email) => ({ body: { email } })],
  [auth.logIn, (email) => ({ body: { email, password } })],
  [auth.resendVerificationEmail, (email) => ({ body: { email } })],
  [auth.forgotPassword, (email) => ({ body: { email } })],
  [library.issueToken, (email) => ({ query: { grant_type: 'password' }, body: { email, password } })],
  [library.signUpByLibrary, (email) => ({ body: { email, password, ...withCode } })],
  [library.recover, (email) => ({ body: { email, ...withCode } })],
  [library.resend, (email) => ({ body: { email, type: 'signup' } })],
  [library.verifyToken, (email) => ({ body: { type: 'signup', token: '123456', email } })],
];
