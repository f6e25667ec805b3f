// An owner gets a notice of a sign-in in a browser that is new to the account, but not of the first one.
import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../db/connections/open.ts';
import type { Cookies } from '../../runtime/cookies.ts';
import { networkOf } from '../../runtime/network/address.ts';
import type { Owner, Visitor } from '../actor.ts';
import type { IdentityDeps, MailingDeps } from '../deps.ts';
import { accountMails } from '../mails.ts';
import { mailSecurityNotice } from '../security-mail.ts';
import { activities } from '../tables.ts';
import { newBrowserMails } from '../throttling/limits.ts';
import { mayTell } from '../throttling/throttles.ts';
import { readKnownDevice } from './known-devices.ts';
import { nameBrowser } from './user-agent.ts';

const hasSignedInBefore = async (tx: Db, ownerId: string) => {
  const signIns = inArray(activities.type, ['login', 'oauth_login', 'oauth_signup']);
  const [before] = await tx
    .select({ id: activities.id })
    .from(activities)
    .where(and(eq(activities.userId, ownerId), signIns))
    .limit(1);
  return before !== undefined;
};

// Called before the sign-in is recorded. A program without cookies is a new browser each time, so a network's browsers of one kind
// cause a few notices a day.
export const isNewBrowser = async (
  deps: Pick<IdentityDeps, 'config' | 'throttles' | 'tokenPepper'>,
  tx: Db,
  actor: Visitor,
  cookies: Cookies,
  owner: Owner,
) => {
  if (!owner.emailVerifiedAt || readKnownDevice(deps, cookies, owner)) return false;
  const { address, userAgent } = actor.client;
  const kind = `${owner.id} ${networkOf(address)} ${nameBrowser(userAgent)}`;
  return (await hasSignedInBefore(tx, owner.id)) && mayTell(deps.throttles.of(newBrowserMails), kind);
};

export const tellOfNewBrowser = (deps: MailingDeps, tx: Db, actor: Visitor, owner: Owner) =>
  mailSecurityNotice(deps, tx, actor, owner, accountMails.newBrowser, {});
