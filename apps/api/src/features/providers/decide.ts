// Who is signed in, linked, created or refused (docs/decisions/0005-providers.md).

export type Situation = {
  // The user who connects an account from Settings; null for a sign-in.
  linkUserId: string | null;
  identityOwner: string | null;
  emailVerified: boolean;
  accountWithEmail: { id: string; verified: boolean } | null;
  // Whether the account to link has another one of this provider.
  hasOtherOfProvider: boolean;
  // A password reset disconnected it from its account.
  wasDisconnected: boolean;
};

export type Decision =
  | 'sign-in'
  | 'link'
  | 'link-and-sign-in'
  | 'create'
  | 'replace-unverified'
  | 'refuse-belongs-to-another'
  | 'refuse-disconnected'
  | 'refuse-email-unverified';

const decideLink = ({ linkUserId, identityOwner, hasOtherOfProvider }: Situation): Decision => {
  if (identityOwner !== null) return identityOwner === linkUserId ? 'link' : 'refuse-belongs-to-another';
  return hasOtherOfProvider ? 'refuse-belongs-to-another' : 'link';
};

export const decide = (situation: Situation): Decision => {
  if (situation.linkUserId !== null) return decideLink(situation);
  if (situation.identityOwner !== null) return 'sign-in';
  if (!situation.emailVerified) return 'refuse-email-unverified';
  const { accountWithEmail } = situation;
  if (situation.wasDisconnected && !accountWithEmail?.verified) return 'refuse-disconnected';
  if (!accountWithEmail) return 'create';
  // Anybody may have registered an unverified address: its owner must not inherit that account.
  if (!accountWithEmail.verified) return 'replace-unverified';
  return situation.hasOtherOfProvider ? 'refuse-belongs-to-another' : 'link-and-sign-in';
};
