// A project says in .ballast.json which portal and which profile its commands use. The file comes
// from a repository, so it is not trusted: it holds no secret, and gets none (choose-account.ts).
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { CliFailure } from '../failures.ts';
import { portalAddress, profileName } from './names.ts';

export const projectFileName = '.ballast.json';
const mostBytes = 64 * 1024;

export type Project = { file: string; portal?: string; profile?: string };

// A file of another user, in a folder that all may write to, is ignored.
const isOurs = (uid: number) => {
  const own = process.getuid?.();
  return own === undefined || uid === own || uid === 0;
};

const isProjectFile = (file: string) => {
  const found = statSync(file, { throwIfNoEntry: false });
  return Boolean(found?.isFile() && found.size <= mostBytes && isOurs(found.uid));
};

const readText = (file: string) => {
  try {
    return isProjectFile(file) ? readFileSync(file, 'utf8') : null;
  } catch {
    return null;
  }
};

const parse = (text: string, shown: string): Project => {
  if (text.includes('blst_'))
    throw new CliFailure('usage', `${shown} holds a token or a key. Remove it: the file is for everybody.`);
  let content: { portal?: unknown; profile?: unknown } | null = null;
  try {
    content = JSON.parse(text);
  } catch {}
  if (content === null || typeof content !== 'object')
    throw new CliFailure('usage', `${shown} is not JSON of the form { "portal": "…", "profile": "…" }.`);
  const { portal, profile } = content;
  return {
    file: shown,
    ...(portal === undefined ? {} : { portal: portalAddress(String(portal), `portal in ${shown}`) }),
    ...(profile === undefined ? {} : { profile: profileName(String(profile), `profile in ${shown}`) }),
  };
};

export const findProject = (folder: string): Project | null => {
  for (let here = folder; ; here = dirname(here)) {
    const file = join(here, projectFileName);
    const text = readText(file);
    if (text !== null) return parse(text, relative(folder, file));
    if (dirname(here) === here) return null;
  }
};
