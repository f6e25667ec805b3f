import { chooseAccount } from '../account/choose-account.ts';
import { findCredentials, notSignedIn } from '../account/signed-in.ts';
import { type AddCommand, addCommand } from '../help/add-command.ts';
import { show } from '../terminal/output.ts';

const addToken: AddCommand = (auth, context) =>
  addCommand(auth, 'token', 'Print the token in use, for other programs', {
    examples: [
      ['ballast auth token', 'works offline'],
      ['curl -H "authorization: Bearer $(ballast auth token)" https://portal.example/api/api-keys', 'use it'],
    ],
    json: ['{ portal, profile, token, tokenPlace }', 'tokenPlace is keychain, file or environment'],
  }).action(async () => {
    const chosen = await chooseAccount(context);
    const credentials = await findCredentials(context, chosen);
    if (!credentials) throw notSignedIn(chosen, context);
    const { portal, profile, token, place: tokenPlace } = credentials;
    show(context, { portal, profile, token, tokenPlace }, () => token);
  });

export const addAuth: AddCommand = (program, context) =>
  addToken(program.command('auth').description('The token of this device'), context);
