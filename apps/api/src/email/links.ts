// Makes the links in mails. They are computed when a mail is written and never stored.

import { accessTokenSeconds } from '@ballast/contract/auth/session';
import type { authMethods } from '@ballast/contract/profile';
import { screens } from '@ballast/contract/screens';
import type { Config } from '../runtime/settings/config.ts';
import type { Pepper } from '../secrets/pepper.ts';
import { type Purpose, signId } from '../secrets/signed-ids.ts';

// The account that a reset link signs in, as its access token names it.
export type LinkOwner = {
  id: string;
  email: string;
  fullName: string | null;
  authMethod: (typeof authMethods)[number];
};
type Proof = { method: 'recovery'; at: Date; factorId: null; passkeyId: null };
type LinkSession = { id: string; proofs: Proof[]; proofCount: number };

export type LinkMaker = {
  config: Config;
  tokenPepper: Pepper;
  accessTokens: { sign: (owner: LinkOwner, session: LinkSession, issuedAt: Date) => Promise<string> };
  now: () => Date;
};

const sealed = (maker: LinkMaker, purpose: Purpose, id: string) =>
  signId(maker.tokenPepper, purpose, { id, counter: 0 });

export const verifyLink = (maker: LinkMaker, tokenId: string) =>
  `${maker.config.publicUrl}/verify-email?token=${sealed(maker, 'verify-email', tokenId)}`;

export const changeEmailLink = (maker: LinkMaker, tokenId: string) =>
  `${maker.config.publicUrl}/verify-email?token=${sealed(maker, 'change-email', tokenId)}&type=email_change`;

export const keepAccountLink = (maker: LinkMaker, tokenId: string) =>
  `${maker.config.publicUrl}${screens['keep-account'].path}?token=${sealed(maker, 'keep-account', tokenId)}`;

export const notMeLink = (maker: LinkMaker, noticeId: string) =>
  `${maker.config.publicUrl}${screens['this-was-not-me'].path}?token=${sealed(maker, 'not-me', noticeId)}`;

export const codeLink = (
  maker: LinkMaker,
  purpose: 'verify-email' | 'recovery',
  tokenId: string,
  linkTo: string,
) => {
  const url = new URL(linkTo);
  url.searchParams.set('code', sealed(maker, purpose, tokenId));
  return url.href;
};

// The reset link carries its session in the fragment, which no server and no log ever sees.
export const resetLink = async (maker: LinkMaker, owner: LinkOwner, sessionId: string) => {
  const now = maker.now();
  const proofs = [{ method: 'recovery' as const, at: now, factorId: null, passkeyId: null }];
  const fragment = new URLSearchParams({
    access_token: await maker.accessTokens.sign(owner, { id: sessionId, proofs, proofCount: 0 }, now),
    refresh_token: sealed(maker, 'refresh', sessionId),
    expires_in: String(accessTokenSeconds),
    expires_at: String(Math.floor(now.getTime() / 1000) + accessTokenSeconds),
    token_type: 'bearer',
    type: 'recovery',
  });
  return `${maker.config.publicUrl}/reset-password#${fragment}`;
};
