// Every value that the portal keeps in the browser, except the theme, which is read before this code runs.
const safely = <T>(action: () => T, otherwise: T): T => {
  try {
    return action();
  } catch {
    return otherwise;
  }
};

// Reading window.localStorage throws where storage is blocked, so the area is a function that is called inside `safely`.
/* @__NO_SIDE_EFFECTS__ */
const slot = <Key extends string>(area: () => Storage, key: Key) => {
  let unsaved: string | null = null;
  return {
    key,
    read: () => safely(() => area().getItem(key), null) ?? unsaved,
    write: (value: string) => {
      const saved = safely(() => {
        area().setItem(key, value);
        return true;
      }, false);
      unsaved = saved ? null : value;
    },
    remove: () => {
      unsaved = null;
      safely(() => area().removeItem(key), undefined);
    },
  };
};

const local = () => window.localStorage;
const tab = () => window.sessionStorage;

export const stored = {
  authToken: slot(local, 'authToken'),
  userData: slot(local, 'userData'),
  authMethod: slot(local, 'authMethod'),
  userEmail: slot(local, 'userEmail'),
  // The session as @supabase/auth-js keeps it: refresh token and the end of the access token.
  session: slot(local, 'keptSession'),
  // This is the id of the user whose session a link brought along, until somebody signs in here or puts the notice away.
  userFromAddress: slot(local, 'userFromAddress'),
  // A passkey was made or used in this browser, so its sign-in page offers one. It stays when its owner signs out.
  passkeyKnown: slot(local, 'passkeyKnown'),
  // How somebody last signed in here: a provider, or 'email'. It stays when they sign out.
  lastWayIn: slot(local, 'lastWayIn'),
  dashboardTab: slot(local, 'dashboardTab'),
  dashboardEnvironment: slot(local, 'dashboardEnvironment'),
  // How many keys are drawn, and whether single letters are shortcuts.
  keysDensity: slot(local, 'keysDensity'),
  singleKeys: slot(local, 'singleKeys'),
  settingsSection: slot(tab, 'settingsSection'),
  // A browser tab stays where it is, whatever another one shows. A new one begins where the last one was.
  ownDashboardTab: slot(tab, 'dashboardTab'),
  ownDashboardEnvironment: slot(tab, 'dashboardEnvironment'),
  // Which provider this tab was sent to, and where the sign-in is to lead.
  providerAttempt: slot(tab, 'providerAttempt'),
  // Where a request of the command line waits while an address is being verified.
  cliAuthReturn: slot(local, 'cliAuthReturn'),
  verificationEmail: slot(tab, 'verificationEmail'),
  resendAvailableAt: slot(tab, 'resendAvailableAt'),
  // The sign-in page says once why it is shown: the portal has ended the session, not its owner.
  sessionEnded: slot(tab, 'sessionEnded'),
};
