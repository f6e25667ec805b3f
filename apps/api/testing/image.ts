// The image of deploy/Dockerfile without Docker: its lines are read, and what they copy and run is copied and run in folders.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, matchesGlob, relative } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@ballast/harness/portal';

const run = promisify(execFile);

type Instruction = { word: string; rest: string };
type Stage = { name: string; from: string; instructions: Instruction[] };

const readInstructions = async (): Promise<Instruction[]> => {
  const text = await readFile(join(root, 'deploy/Dockerfile'), 'utf8');
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', '')
    .split('\n')
    .filter(Boolean);
  return lines.map((line) => {
    const [word = '', ...rest] = line.split(/\s+/);
    return { word, rest: rest.join(' ') };
  });
};

// Arguments before the first stage are for the names of base images.
export const readDockerfile = async () => {
  const args: Record<string, string> = {};
  const stages: Stage[] = [];
  for (const instruction of await readInstructions()) {
    const { word, rest } = instruction;
    if (word === 'FROM') {
      const [, from = '', , name = 'last'] = /^(\S+)( AS (\S+))?$/.exec(rest) ?? [];
      const named = from.replace(/\$\{(\w+)\}/, (_, arg) => args[arg] ?? '');
      stages.push({ name, from: named, instructions: [] });
    } else if (stages.length) stages.at(-1)?.instructions.push(instruction);
    else {
      const [name = '', value = ''] = rest.split('=');
      args[name] = value;
    }
  }
  return stages;
};

const ignoredPatterns = async () =>
  (await readFile(join(root, 'deploy/Dockerfile.dockerignore'), 'utf8')).split('\n').filter(Boolean);

// A folder that is ignored is so with all that is in it.
export const readIgnored = async () => {
  const patterns = await ignoredPatterns();
  return (path: string) =>
    patterns.some((pattern) => matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`));
};

// The build stage: what is in the repository and not ignored, with what scripts/setup.mjs built before the tests began.
const builds = ['apps/api/dist', 'apps/web/dist', 'packages/cli/dist', 'packages/docs/dist'];
const fillBuildStage = async (folder: string) => {
  const isIgnored = await readIgnored();
  const isOurs = (path: string) => path === '' || !isIgnored(path) || builds.some((each) => each === path);
  const insideBuild = (path: string) => builds.some((each) => path.startsWith(`${each}/`));
  await cp(root, folder, {
    recursive: true,
    filter: (source) => {
      const path = relative(root, source);
      return isOurs(path) || insideBuild(path);
    },
  });
};

// A test never waits for a registry where npm has the package already.
const npmEnv = { npm_config_prefer_offline: 'true' };

const runInStage = (folder: string, args: Record<string, string>) => async (command: string) => {
  await run('sh', ['-ec', command], { cwd: folder, env: { ...process.env, ...npmEnv, ...args } });
};

const copyInto = async (folders: Map<string, string>, target: string, rest: string) => {
  const [from = '', ...paths] = rest.split(' ');
  const source = folders.get(from.replace('--from=', ''));
  const to = paths.pop() ?? '';
  if (!source) throw new Error(`no stage for ${rest}`);
  for (const path of paths) {
    const inside = path.replace(/^\/ballast\//, '');
    const place = to.endsWith('/') ? join(target, to, inside.split('/').at(-1) ?? '') : join(target, to);
    await mkdir(dirname(place), { recursive: true });
    await cp(join(source, inside), place, { recursive: true, verbatimSymlinks: true });
  }
};

const restOf = (stage: Stage | undefined, word: string) =>
  (stage?.instructions ?? []).filter((each) => each.word === word).map(({ rest }) => rest);

const jsonIn = (text = ''): string[] => JSON.parse(text.slice(text.indexOf('[')));

// What docker build makes of it: the files of the last stage, its variables and its commands.
export const buildImage = async () => {
  const stages = await readDockerfile();
  const place = await mkdtemp(join(tmpdir(), 'ballast-image-'));
  const folders = new Map(['build', 'modules', 'last'].map((name) => [name, join(place, name)]));
  const [buildFolder = '', modulesFolder = '', folder = ''] = folders.values();
  const stage = (name: string) => stages.find((each) => each.name === name);

  await fillBuildStage(buildFolder);
  await cp(buildFolder, modulesFolder, { recursive: true });
  for (const command of restOf(stage('modules'), 'RUN')) await runInStage(modulesFolder, {})(command);
  for (const rest of restOf(stage('last'), 'COPY')) await copyInto(folders, folder, rest);

  const env = Object.fromEntries(
    restOf(stage('last'), 'ENV').flatMap((rest) => rest.split(' ').map((pair) => pair.split('='))),
  );
  return {
    folder,
    env: env as Record<string, string>,
    command: jsonIn(restOf(stage('last'), 'CMD')[0]),
    healthCheck: jsonIn(restOf(stage('last'), 'HEALTHCHECK')[0]),
    remove: () => rm(place, { recursive: true, force: true }),
  };
};
