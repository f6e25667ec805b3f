import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findAccount } from '../account/choose-account.ts';
import {
  type Account,
  changeCredentialsFile,
  readCredentialsFile,
  type SignIn,
} from '../account/credentials-file.ts';
import { portalAddress } from '../account/names.ts';
import { projectFileName } from '../account/project-file.ts';
import { CliFailure } from '../failures.ts';
import { type AddCommand, addCommand } from '../help/add-command.ts';
import { printJson, show, table } from '../terminal/output.ts';

const addList: AddCommand = (parent, context) =>
  addCommand(parent, 'list', 'List your sign-ins on this device, and which one is in use', {
    isDefault: true,
    aliases: ['ls'],
    examples: [
      ['ballast profiles', 'all of them'],
      ["ballast profiles list --jq '.[] | select(.current).email'", 'the account in use'],
    ],
    json: ['[{ profile, portal, email, tokenPlace, current }]', 'tokenPlace is keychain or file'],
  }).action(async () => {
    const { env, terminal, flags } = context;
    const chosen = await findAccount(context);
    const { signIns } = await readCredentialsFile(env);
    const profiles = signIns.map(({ portal, profile, email = null, token }) => ({
      profile,
      portal,
      email,
      tokenPlace: token === undefined ? 'keychain' : 'file',
      current: chosen?.portal === portal && chosen.profile === profile,
    }));
    if (flags.json) return printJson(terminal, profiles);
    if (!profiles.length) return terminal.err.print("You're not signed in. Run ballast login.");
    const rows = profiles.map(({ profile, portal, email, tokenPlace, current }) => [
      profile,
      portal,
      email ?? '-',
      tokenPlace,
      current ? 'in use' : '',
    ]);
    const head = ['PROFILE', 'PORTAL', 'EMAIL', 'TOKEN', ''];
    terminal.out.print(table(terminal, head, rows, ['TOKEN', 'EMAIL']));
  });

const findSignIn = (signIns: SignIn[], profile: string, portal: string | undefined) => {
  const found = signIns.filter(
    (signIn) => signIn.profile === profile && (portal === undefined || signIn.portal === portal),
  );
  const [only, another] = found;
  if (!only)
    throw new CliFailure('not_found', `There is no profile "${profile}". Run ballast login --profile NAME.`);
  if (another)
    throw new CliFailure(
      'usage',
      `Several portals know the profile "${profile}": add --portal ${found.map((each) => each.portal).join(' or ')}`,
    );
  return only;
};

// An existing file is somebody's work, and is not written over.
const writeProject = async (folder: string, choice: Account) => {
  try {
    await writeFile(join(folder, projectFileName), `${JSON.stringify(choice, null, 2)}\n`, { flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CliFailure('failed', `${projectFileName} cannot be written here (${code}).`);
  }
};

const addUse: AddCommand = (parent, context) =>
  addCommand(parent, 'use', 'Choose the sign-in that commands use', {
    examples: [
      ['ballast profiles use work', 'from now on'],
      ['ballast profiles use default --portal https://portal.example', 'if two portals have this name'],
      ['ballast profiles use work --project', 'only in this folder and below'],
    ],
    json: ['{ portal, profile }'],
  })
    .argument('<profile>', 'its name')
    .option('--project', `write the choice into ${projectFileName} here, for everyone on the project`)
    .action(async (profile, { project }) => {
      const { env, flags, folder } = context;
      const { signIns } = await readCredentialsFile(env);
      const wanted = flags.portal === undefined ? undefined : portalAddress(flags.portal, '--portal');
      const { portal } = findSignIn(signIns, profile, wanted);
      if (project) await writeProject(folder, { portal, profile });
      else await changeCredentialsFile(env, (before) => ({ ...before, portal, profile }));
      const where = project ? 'in this folder and below' : 'from now on';
      show(context, { portal, profile }, () => `Commands use ${profile} at ${portal} ${where}.`);
    });

export const addProfiles: AddCommand = (program, context) => {
  const profiles = program.command('profiles').description('Sign-ins to several portals and accounts');
  for (const add of [addList, addUse]) add(profiles, context);
};
