// Decides which portal a command calls, and with which profile.
import type { Context } from '../context.ts';
import { CliFailure } from '../failures.ts';
import { askConfirmation } from '../terminal/prompts.ts';
import {
  type Account,
  type CredentialsFile,
  defaultProfile,
  readCredentialsFile,
} from './credentials-file.ts';
import { portalAddress, profileName } from './names.ts';
import { findProject, type Project } from './project-file.ts';

// `project` is the file that alone chose the portal. It comes from a repository, which is not trusted.
// `isKnown` says that somebody signed in there on this device, or that the package came from there.
export type Chosen = Account & { project: string | null; isKnown: boolean };

type Sources = { context: Context; stored: CredentialsFile; project: Project | null };

const namedProfile = ({ context: { env, flags } }: Sources) => {
  if (flags.profile !== undefined) return profileName(flags.profile, '--profile');
  return env.BALLAST_PROFILE ? profileName(env.BALLAST_PROFILE, 'BALLAST_PROFILE') : undefined;
};

// The flag comes first, then the environment.
const namedPortal = ({ context: { env, flags } }: Sources) => {
  if (flags.portal !== undefined) return portalAddress(flags.portal, '--portal');
  return env.BALLAST_PORTAL ? portalAddress(env.BALLAST_PORTAL, 'BALLAST_PORTAL') : undefined;
};

// A profile that only one other portal knows leads there.
const portalOfProfile = ({ stored }: Sources, profile: string | undefined) => {
  const portals = stored.signIns.filter((signIn) => signIn.profile === profile).map(({ portal }) => portal);
  if (portals.length !== 1) return stored.portal;
  return portals[0];
};

const usualProfile = ({ stored }: Sources, portal: string) => {
  if (stored.portal === portal && stored.profile) return stored.profile;
  const here = stored.signIns.filter((signIn) => signIn.portal === portal);
  return here.length === 1 && here[0] ? here[0].profile : defaultProfile;
};

// A profile of the project's portal says nothing about another.
const projectProfile = ({ project }: Sources, portal: string) =>
  (project?.portal ?? portal) === portal ? project?.profile : undefined;

const choose = (sources: Sources): (Chosen & { said: string[] }) | null => {
  const { context, stored, project } = sources;
  const named = namedPortal(sources);
  const profile = namedProfile(sources);
  const own = portalOfProfile(sources, profile) ?? context.info.portal;
  const portal = named ?? project?.portal ?? own;
  if (!portal) return null;
  const isKnown =
    portal === context.info.portal ||
    portal === stored.portal ||
    stored.signIns.some((signIn) => signIn.portal === portal);
  const byProject = named === undefined && project?.portal === portal && portal !== own;
  const usual = profile ?? usualProfile(sources, portal);
  const used = profile ?? projectProfile(sources, portal) ?? usual;
  return {
    portal,
    profile: used,
    project: byProject ? project.file : null,
    isKnown,
    said: [
      ...(byProject ? [`${project.file} chooses the portal ${portal}.`] : []),
      ...(used === usual ? [] : [`${project?.file} chooses the profile ${used}.`]),
    ],
  };
};

const announced = new WeakSet<Context>();

// Announces a choice of the project file, unless a program reads JSON.
const tell = (context: Context, said: string[]) => {
  if (context.flags.json || announced.has(context)) return;
  announced.add(context);
  context.terminal.err.print(said);
};

const chooseHere = async (context: Context) =>
  choose({ context, stored: await readCredentialsFile(context.env), project: findProject(context.folder) });

export const findAccount = async (context: Context): Promise<Chosen | null> => {
  const chosen = await chooseHere(context);
  if (!chosen) return null;
  const { said, ...account } = chosen;
  tell(context, said);
  return account;
};

export const chooseAccount = async (context: Context): Promise<Chosen> => {
  const chosen = await findAccount(context);
  if (chosen) return chosen;
  throw new CliFailure('usage', 'No portal is known yet: run ballast login --portal URL.');
};

const isStrange = ({ project, isKnown }: Chosen) => project !== null && !isKnown;

export const isOnlyInProject = async (context: Context, portal: string) => {
  const chosen = await chooseHere(context);
  return chosen !== null && chosen.portal === portal && isStrange(chosen);
};

// A cloned repository could name a phishing page, so an unknown portal needs the person's confirmation.
const strangeness = ({ portal, project }: Chosen) =>
  `${project} chooses the portal ${portal}, where nobody has signed in on this device.`;

export const refuseStrangePortal = (chosen: Chosen) => {
  if (!isStrange(chosen)) return;
  throw new CliFailure('usage', `${strangeness(chosen)} If you trust it, say --portal ${chosen.portal}`);
};

export const confirmStrangePortal = async (
  { terminal }: Context,
  chosen: Chosen,
  question: string,
  action: string,
) => {
  if (!isStrange(chosen)) return;
  if (!terminal.interactive) refuseStrangePortal(chosen);
  await askConfirmation(`${strangeness(chosen)} ${question}`, action);
};

// A secret of the environment belongs to no portal by itself, so it goes to none that a repository chose.
export const refuseForProject = ({ portal, project }: Chosen, secret: string) => {
  if (!project) return;
  throw new CliFailure(
    'usage',
    `${secret} is not sent to ${portal}, which ${project} chooses. If it belongs there, say --portal ${portal}`,
  );
};
