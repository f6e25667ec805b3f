// Decides who is signed in, linked, created or refused when a provider has said who somebody is.
// docs/decisions/0005-providers.md says why.

export type Situation = {
  // It names the user who connects an account from Settings, and is null for a sign-in.
  linkUserId: string | null;
  // The user whom this provider account signs in already.
  identityOwner: string | null;
  // Whether the provider has checked the address; an account without an address has none checked.
  emailVerified: boolean;
  accountWithEmail: { id: string; verified: boolean } | null;
  // Whether the account to link, the connecting user's or the one with the address, has another one of this provider.
  hasOtherOfProvider: boolean;
};

export type Decision =
  | 'sign-in'
  | 'link'
  | 'link-and-sign-in'
  | 'create'
  | 'replace-unverified'
  | 'refuse-belongs-to-another'
  | 'refuse-email-unverified';

const decideLink = ({ linkUserId, identityOwner, hasOtherOfProvider }: Situation): Decision => {
  if (identityOwner !== null) return identityOwner === linkUserId ? 'link' : 'refuse-belongs-to-another';
  return hasOtherOfProvider ? 'refuse-belongs-to-another' : 'link';
};

export const decide = (situation: Situation): Decision => {
  if (situation.linkUserId !== null) return decideLink(situation);
  if (situation.identityOwner !== null) return 'sign-in';
  if (!situation.emailVerified) return 'refuse-email-unverified';
  if (!situation.accountWithEmail) return 'create';
  // Anybody may have registered an address that was never verified: its owner must not inherit that account.
  if (!situation.accountWithEmail.verified) return 'replace-unverified';
  return situation.hasOtherOfProvider ? 'refuse-belongs-to-another' : 'link-and-sign-in';
};
