import { getProfile } from '@ballast/contract/profile';
import { defaultProfile } from '../account/credentials-file.ts';
import { requireSignedIn } from '../account/signed-in.ts';
import { type AddCommand, addCommand } from '../help/add-command.ts';
import { facts, show } from '../terminal/output.ts';

export const addWhoami: AddCommand = (program, context) =>
  addCommand(program, 'whoami', 'Show who is signed in', {
    examples: [
      ['ballast whoami', 'account, portal and where the token is stored'],
      ['BALLAST_TOKEN=… ballast whoami --json', 'check a token in CI'],
    ],
    json: ['{ email, fullName, portal, profile, tokenPlace }', 'tokenPlace is keychain, file or environment'],
  }).action(async () => {
    const { portal, credentials, call } = await requireSignedIn(context);
    const { email, fullName } = await call(getProfile);
    const { place: tokenPlace, profile } = credentials;
    show(context, { email, fullName, portal, profile, tokenPlace }, (terminal) =>
      facts(terminal, [
        ['Email', email],
        ['Name', fullName || null],
        ['Portal', portal],
        ['Profile', profile !== defaultProfile && profile],
        ['Token', tokenPlace],
      ]),
    );
  });
