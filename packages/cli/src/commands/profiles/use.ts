import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { changeCredentialsFile, readCredentialsFile, type SignIn } from '../../account/credentials-file.ts';
import { portalAddress } from '../../account/names.ts';
import { projectFileName } from '../../account/project-file.ts';
import type { Context } from '../../context.ts';
import { CliFailure } from '../../failures.ts';
import { addHelp } from '../../help/command-help.ts';
import { printJson } from '../../terminal/output.ts';

type Options = { project?: boolean; json?: boolean };

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
const writeProject = async (folder: string, choice: { portal: string; profile: string }) => {
  try {
    await writeFile(join(folder, projectFileName), `${JSON.stringify(choice, null, 2)}\n`, { flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CliFailure('failed', `${projectFileName} cannot be written here (${code}).`);
  }
};

const use = async (context: Context, profile: string, options: Options) => {
  const { env, terminal, flags, folder } = context;
  const { signIns } = await readCredentialsFile(env);
  const wanted = flags.portal === undefined ? undefined : portalAddress(flags.portal, '--portal');
  const { portal } = findSignIn(signIns, profile, wanted);
  if (options.project) await writeProject(folder, { portal, profile });
  else await changeCredentialsFile(env, (before) => ({ ...before, portal, profile }));
  if (options.json) return printJson(terminal, { portal, profile });
  const where = options.project ? 'in this folder and below' : 'from now on';
  terminal.out.print(`Commands use ${profile} at ${portal} ${where}.`);
};

export const addUseProfile = (profiles: Command, context: Context) =>
  addHelp(
    profiles
      .command('use')
      .description('Choose which sign-in commands use')
      .argument('<profile>', 'its name')
      .option(
        '--project',
        `write the choice into ${projectFileName} here, for everybody who uses the project`,
      )
      .action((profile: string, options: Options) => use(context, profile, options)),
    {
      examples: [
        ['ballast profiles use work', 'from now on'],
        ['ballast profiles use default --portal https://portal.example', 'where two portals know the name'],
        ['ballast profiles use work --project', 'only in this folder and below'],
      ],
      json: ['{ portal, profile }'],
    },
  );
