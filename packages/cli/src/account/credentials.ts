// A device stores one token per portal and profile: in the keychain, else in a file of mode 0600.
import {
  type Account,
  type CredentialsFile,
  changeCredentialsFile,
  readCredentialsFile,
  type SignIn,
} from './credentials-file.ts';
import { clearKeychain, readKeychain, writeKeychain } from './keychain.ts';

export type TokenPlace = 'environment' | 'keychain' | 'file';
export type Credentials = Account & { token: string; place: TokenPlace; isGiven: boolean };

const usesKeychain = (env: NodeJS.ProcessEnv) => !env.BALLAST_NO_KEYCHAIN;

const isOf =
  ({ portal, profile }: Account) =>
  (signIn: SignIn) =>
    signIn.portal === portal && signIn.profile === profile;

export const readCredentials = async (
  env: NodeJS.ProcessEnv,
  account: Account,
): Promise<Credentials | null> => {
  const { signIns } = await readCredentialsFile(env);
  const stored = signIns.find(isOf(account));
  if (!stored) return null;
  const { portal, profile } = account;
  const isGiven = stored.isGiven ?? false;
  if (typeof stored.token === 'string')
    return { portal, profile, token: stored.token, place: 'file', isGiven };
  const token = usesKeychain(env) ? await readKeychain(account) : null;
  return token ? { portal, profile, token, place: 'keychain', isGiven } : null;
};

const withSignIn = ({ signIns }: CredentialsFile, signIn: SignIn): CredentialsFile => ({
  portal: signIn.portal,
  profile: signIn.profile,
  signIns: [...signIns.filter((other) => !isOf(signIn)(other)), signIn],
});

type NewSignIn = Account & { email: string | null; token: string; isGiven?: true };

// The other sign-ins of this device stay as they are.
export const storeCredentials = async (
  env: NodeJS.ProcessEnv,
  { portal, profile, email, token, isGiven }: NewSignIn,
): Promise<TokenPlace> => {
  const inKeychain = usesKeychain(env) && (await writeKeychain({ portal, profile }, token));
  const signIn: SignIn = {
    portal,
    profile,
    ...(email === null ? {} : { email }),
    ...(inKeychain ? {} : { token }),
    ...(isGiven ? { isGiven } : {}),
  };
  await changeCredentialsFile(env, (before) => withSignIn(before, signIn));
  return inKeychain ? 'keychain' : 'file';
};

// The portal stays known: the next sign-in is most likely to the same one.
export const forgetToken = async (env: NodeJS.ProcessEnv, account: Credentials) => {
  if (account.place === 'keychain') await clearKeychain(account);
  await changeCredentialsFile(env, ({ portal, profile, signIns }) => ({
    portal: portal ?? account.portal,
    profile: profile ?? account.profile,
    signIns: signIns.filter((signIn) => !isOf(account)(signIn)),
  }));
};
