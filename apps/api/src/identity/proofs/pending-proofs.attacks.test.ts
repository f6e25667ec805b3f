// Rows 2, 4 and 20: whatever was begun for an account is worth nothing after what its owner does against a stranger.

import { changeEmail, confirmEmailChange, forgotPassword, resetPassword } from '@ballast/contract/auth/auth';
import { disconnectProvider } from '@ballast/contract/auth/provider-calls';
import { endSession, issueToken, recover, updateSessionUser } from '@ballast/contract/auth/session';
import { listSessions, revokeOtherSessions, revokeSession } from '@ballast/contract/auth/session-list';
import { completeCliAuth } from '@ballast/contract/cli/cli-auth';
import { describe, expect, test } from 'vitest';
import { challengeOf, startCliLogin } from '../../../testing/cli-login.ts';
import { useProviderApp } from '../../../testing/servers/provider-app.ts';
import { newPerson } from '../../../testing/servers/provider-person.ts';
import { failureOf, newAddress, password } from '../../../testing/test-app.ts';
import { openBrowser } from '../../../testing/test-browser.ts';
import { mailPause } from '../throttling/limits.ts';

const started = useProviderApp();
const app = () => started().app;
const newPassword = 'Brand-new-pass1!';

// The owner has two browsers; a stranger may sit at the second one.
const newOwner = async () => {
  const owner = await app().verifiedUser();
  await started().linkWith('google', newPerson(), owner.session.access_token);
  return { owner, other: await app().signIn(owner.email) };
};
type Situation = Awaited<ReturnType<typeof newOwner>>;

const waitOut = (kind: string, account: string) =>
  app().deps.throttles.of(mailPause).delete(`${kind} ${account}`);

const changeLink = async ({ owner, other }: Situation) => {
  const newEmail = newAddress('moved');
  await waitOut('change', owner.user.id);
  await other.call(changeEmail, { body: { newEmail } });
  const mail = await app().waitForMail(newEmail, /^Confirm your new email/);
  return new URL(mail.links[0] ?? '').searchParams.get('token') ?? '';
};

const resetLink = async (email: string, count: number) => {
  await waitOut('recovery', email);
  await app().call(forgotPassword, { body: { email } });
  return (await app().resetLink(email, count)).access_token ?? '';
};

// Each returns what its holder tries later, and how that must end.
const begun: [string, (situation: Situation) => Promise<() => Promise<unknown>>, unknown][] = [
  [
    'a reset link',
    async ({ owner }) => {
      const token = await resetLink(owner.email, 1);
      return () => failureOf(app().call(resetPassword, { body: { token, password: newPassword } }));
    },
    { code: 'link_invalid' },
  ],
  [
    'a reset code of the session library',
    async ({ owner }) => {
      const code_verifier = 'v'.repeat(43);
      const challenge = {
        code_challenge: challengeOf(code_verifier),
        code_challenge_method: 's256' as const,
      };
      await app().call(recover, { query: {}, body: { email: owner.email, ...challenge } });
      const mail = await app().waitForMail(owner.email, /^Reset/);
      const auth_code = new URL(mail.links[0] ?? '').searchParams.get('code') ?? '';
      const body = { auth_code, code_verifier };
      return () => failureOf(app().call(issueToken, { query: { grant_type: 'pkce' }, body }));
    },
    { code: 'flow_state_not_found' },
  ],
  [
    'a link to a new address',
    async (situation) => {
      const token = await changeLink(situation);
      return () => failureOf(app().call(confirmEmailChange, { body: { token, password } }));
    },
    { code: 'link_invalid' },
  ],
  [
    'a provider link',
    async ({ other }) => {
      const browser = openBrowser(app());
      started().github.person(newPerson());
      const { authUrl } = (await browser.link('github', other.session.access_token)).body;
      const callback = await started().github.consent(authUrl);
      return async () => (await browser.finish({ ...callback, provider: 'github' })).body;
    },
    { code: 'state_invalid' },
  ],
  [
    'a request of the command line that was authorized',
    async ({ other }) => {
      const login = await startCliLogin(app());
      await other.call(completeCliAuth, { body: { state: login.state } });
      return () => failureOf(login.fetchToken());
    },
    { status: 404 },
  ],
];

const happened: [string, (situation: Situation) => Promise<unknown>][] = [
  [
    'the password is reset',
    async ({ owner }) => {
      const mailed = (await app().mails()).filter(
        ({ to, subject }) => to === owner.email && /^Reset/.test(subject),
      );
      const token = await resetLink(owner.email, mailed.length + 1);
      await app().call(resetPassword, { body: { token, password: newPassword } });
    },
  ],
  [
    'the password is changed',
    ({ owner }) =>
      owner.call(updateSessionUser, {
        query: {},
        body: { password: newPassword, current_password: password },
      }),
  ],
  [
    'the address is changed',
    async (situation) => {
      const token = await changeLink(situation);
      await situation.owner.call(confirmEmailChange, { body: { token } });
    },
  ],
  [
    'a provider is disconnected',
    ({ owner }) => owner.call(disconnectProvider, { body: { provider: 'google' } }),
  ],
  ['all other sessions are ended', ({ owner }) => owner.call(revokeOtherSessions)],
  [
    'the session that began it is ended',
    async ({ owner }) => {
      const others = (await owner.call(listSessions)).filter(({ current }) => !current);
      for (const { id } of others) await owner.call(revokeSession, { params: { id } });
    },
  ],
  ['all sessions are ended', ({ owner }) => owner.call(endSession, { query: { scope: 'global' } })],
];

describe.each(begun)('rows 2, 4 and 20: %s is worth nothing', (_, begin, refused) => {
  test.each(happened)('after %s', async (_, happen) => {
    const situation = await newOwner();
    const tryLater = await begin(situation);
    await happen(situation);
    expect(await tryLater()).toMatchObject(refused as object);
  });
});
