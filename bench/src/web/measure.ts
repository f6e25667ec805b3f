// Lighthouse reads every screen, signed out and in, as a phone and as a desktop. `npm run bench -- web --screen docs` reads
// those whose name begins so, and `--slowdown 4` takes this computer for as fast as Lighthouse does.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createKey } from '@ballast/contract/keys/api-keys';
import { newDeveloper } from '@ballast/harness/developer';
import { freePort } from '@ballast/harness/free-port';
import { startPortal } from '@ballast/harness/portal';
import { type BrowserContext, chromium } from '@playwright/test';
import lighthouse, { type Config, desktopConfig, type Flags } from 'lighthouse';
import { nameWidth, type Screen, screens } from './screens.ts';

type Form = 'mobile' | 'desktop';
const forms: readonly Form[] = ['mobile', 'desktop'];
const leastPerformance: Record<Form, number> = { mobile: 95, desktop: 100 };

const option = (name: string) => {
  const place = process.argv.indexOf(name);
  return place < 0 ? undefined : process.argv[place + 1];
};

const wantedScreens = () => screens.filter(({ name }) => name.startsWith(option('--screen') ?? ''));

const headlessShell = '/usr/bin/chromium-headless-shell';
const program = process.env.CHROMIUM ?? (existsSync(headlessShell) ? headlessShell : '/usr/bin/chromium');

// Lighthouse opens its pages in the same profile, so it finds the session there. It empties caches, and leaves local storage.
const openBrowser = async (port: number, profile: string) =>
  chromium.launchPersistentContext(profile, {
    executablePath: program,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', `--remote-debugging-port=${port}`],
  });

const prepare = async (context: BrowserContext, url: string, developer: Developer, screen: Screen) => {
  const page = await context.newPage();
  await page.goto(`${url}/robots.txt`);
  await page.evaluate(
    ({ user, session, screen }) => {
      localStorage.clear();
      if (!screen.signedIn) return;
      localStorage.setItem('keptSession', JSON.stringify(session));
      localStorage.setItem('userData', JSON.stringify(user));
      localStorage.setItem('authMethod', user.authMethod);
      localStorage.setItem('userEmail', user.email);
      localStorage.setItem('authToken', session.access_token);
      localStorage.setItem('dashboardTab', screen.tab ?? 'keys');
    },
    { user: developer.user, session: developer.session, screen },
  );
  await page.close();
};

type Developer = Awaited<ReturnType<typeof newDeveloper>>;

// A phone is that many times slower than the computer that Lighthouse expects, whose index is between 1,500 and 2,000
// (Lighthouse's docs/throttling.md). A slower computer is nearer to the phone.
const expected = { slowdown: 4, index: 1750 };

const chosenSlowdown = () => {
  const value = option('--slowdown');
  if (value === undefined) return null;
  const slowdown = Number(value);
  if (!(slowdown >= 1)) throw new Error(`--slowdown wants a number from 1 on, such as 4, and not '${value}'`);
  return slowdown;
};

const phoneSlowdown = async (address: string, port: number) => {
  const chosen = chosenSlowdown();
  if (chosen) return chosen;
  const { benchmarkIndex } = (await read(address, port, 'mobile', expected.slowdown)).environment;
  const slowdown = Math.min(1, benchmarkIndex / expected.index) * expected.slowdown;
  console.log(
    `Lighthouse gives this computer an index of ${benchmarkIndex.toFixed(0)}: a phone is ${slowdown.toFixed(1)} times slower`,
  );
  return slowdown;
};

const phoneConfig = (cpuSlowdownMultiplier: number): Config => ({
  extends: 'lighthouse:default',
  settings: { throttling: { cpuSlowdownMultiplier } },
});

const read = async (address: string, port: number, form: Form, slowdown: number) => {
  const flags: Flags = { port, logLevel: 'error', output: 'json' };
  const config = form === 'desktop' ? desktopConfig : phoneConfig(slowdown);
  const result = await lighthouse(address, flags, config);
  if (!result) throw new Error(`Lighthouse read nothing at ${address}`);
  return result.lhr;
};

type Report = Awaited<ReturnType<typeof read>>;

const percent = ({ categories }: Report, name: string) => Math.round((categories[name]?.score ?? 0) * 100);

// Everything that the page loaded by itself until the network was quiet. Budgets are of gzip; the browser was sent less, in brotli.
const scriptBytes = async ({ audits }: Report) => {
  const details = audits['network-requests']?.details;
  const items = details && 'items' in details ? (details.items as Record<string, unknown>[]) : [];
  const addresses = items
    .filter(({ resourceType }) => resourceType === 'Script')
    .map(({ url }) => String(url));
  const sizes = await Promise.all([...new Set(addresses)].map(gzipBytes));
  return sizes.reduce((sum, size) => sum + size, 0);
};

const gzipBytes = async (address: string) =>
  gzipSync(await (await fetch(address)).bytes(), { level: 9 }).length;

// What keeps a category from its full score, by the names that Lighthouse gives its audits.
const faults = ({ audits, categories }: Report) =>
  ['accessibility', 'best-practices', 'seo']
    .flatMap((name) => categories[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id);

const readDisallowed = async (portalUrl: string) =>
  [...(await (await fetch(`${portalUrl}/robots.txt`)).text()).matchAll(/^Disallow: (.+)$/gm)].map(
    ([, path = '']) => path,
  );

const judge = (screen: Screen, form: Form, report: Report, script: number, isPublic: boolean) => {
  const shift = report.audits['cumulative-layout-shift']?.numericValue ?? 0;
  const found = faults(report).filter((id) => isPublic || !isAboutSearch(report, id));
  return [
    ...(percent(report, 'performance') < leastPerformance[form]
      ? [`performance under ${leastPerformance[form]}`]
      : []),
    ...(shift > 0.001 ? [`shifts by ${shift.toFixed(3)}`] : []),
    ...(screen.scriptBudget && script > screen.scriptBudget
      ? [`script over ${screen.scriptBudget / 1000} KB`]
      : []),
    ...found,
  ];
};

const isAboutSearch = ({ categories }: Report, id: string) =>
  categories.seo?.auditRefs.some((reference) => reference.id === id) ?? false;

const row = (cells: (string | number)[]) =>
  cells
    .map((cell, place) => (place < 2 ? String(cell).padEnd(place ? 9 : nameWidth) : String(cell).padStart(8)))
    .join('');

export const measureWeb = async () => {
  const portal = await startPortal();
  const profile = await mkdtemp(join(tmpdir(), 'ballast-lighthouse-'));
  const port = await freePort();
  const context = await openBrowser(port, profile);
  const developer = await newDeveloper(portal.url);
  for (const name of ['checkout-web', 'till'])
    await developer.call(createKey, { body: { name, environment: 'SANDBOX' } });

  const slowdown = await phoneSlowdown(`${portal.url}/auth`, port);
  console.log('Lighthouse, every screen; the last column says what misses its budget');
  console.log(row(['screen', 'as', 'perf', 'access', 'best', 'seo', 'shift', 'JS KB']));
  const disallowed = await readDisallowed(portal.url);
  for (const screen of wantedScreens()) {
    const isPublic = !disallowed.some((path) => screen.path.startsWith(path));
    for (const form of forms) {
      await prepare(context, portal.url, developer, screen);
      const report = await read(`${portal.url}${screen.path}`, port, form, slowdown);
      const marks = ['performance', 'accessibility', 'best-practices', 'seo'].map((name) =>
        percent(report, name),
      );
      const shift = (report.audits['cumulative-layout-shift']?.numericValue ?? 0).toFixed(3);
      const script = await scriptBytes(report);
      console.log(
        `${row([screen.name, form, ...marks, shift, (script / 1000).toFixed(1)])}   ${judge(screen, form, report, script, isPublic).join(', ') || 'kept'}`,
      );
    }
  }
  console.log('');
  await context.close();
  await portal.stop();
  await rm(profile, { recursive: true, force: true });
};
