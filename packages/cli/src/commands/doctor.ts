import { getPortal } from '@ballast/contract/portal';
import { getProfile } from '@ballast/contract/profile';
import { chooseAccount, refuseStrangePortal } from '../account/choose-account.ts';
import { findCredentials, notSignedIn } from '../account/signed-in.ts';
import type { Context } from '../context.ts';
import { CliFailure } from '../failures.ts';
import { type AddCommand, addCommand } from '../help/add-command.ts';
import { isUnencrypted } from '../network/encryption.ts';
import { portalCall } from '../network/portal-call.ts';
import { proxyFor, proxyName } from '../network/proxy.ts';
import { show } from '../terminal/output.ts';
import type { Terminal } from '../terminal/terminal.ts';

type Finding = { check: string; state: 'ok' | 'warning' | 'failed'; text: string };

const oldestNode = [20, 12];
// Certificates and one-time codes begin to fail at about this difference.
const tolerableSeconds = 60;

const checkNode = (): Finding => {
  const { node } = process.versions;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const [least = 0, leastMinor = 0] = oldestNode;
  const isOld = major < least || (major === least && minor < leastMinor);
  const text = `version ${node}${isOld ? `; it must be ${oldestNode.join('.')} or newer` : ''}`;
  return { check: 'node', state: isOld ? 'failed' : 'ok', text };
};

const checkProxy = ({ env }: Context, portal: string): Finding => {
  const proxy = proxyFor(env, portal);
  return { check: 'proxy', state: 'ok', text: proxy ? proxyName(proxy) : 'none' };
};

const checkEncryption = (portal: string): Finding => {
  if (isUnencrypted(portal))
    return {
      check: 'network',
      state: 'warning',
      text: `${portal} responds without encryption: anyone on the network can read what you send`,
    };
  const encrypted = portal.startsWith('https:') ? 'with TLS' : 'not encrypted';
  return { check: 'network', state: 'ok', text: `${portal} responds, ${encrypted}` };
};

const checkClock = (date: string | null): Finding => {
  const seconds = Math.round((Date.now() - Date.parse(date ?? '')) / 1000);
  if (Number.isNaN(seconds))
    return { check: 'clock', state: 'warning', text: "the portal doesn't send its time" };
  const isOff = Math.abs(seconds) > tolerableSeconds;
  const direction = seconds > 0 ? 'ahead of' : 'behind';
  const text = isOff
    ? `this computer is ${Math.abs(seconds)} s ${direction} the portal: set its clock`
    : 'agrees with the portal';
  return { check: 'clock', state: isOff ? 'failed' : 'ok', text };
};

const checkVersion = ({ info }: Context, version: string, portal: string): Finding => {
  const isSame = info.version === version;
  const text = isSame
    ? `${version}, as the portal serves it`
    : `this is ${info.version}, the portal serves ${version}: npm install -g ${portal}/cli/ballast.tgz`;
  return { check: 'version', state: isSame ? 'ok' : 'warning', text };
};

// Each check needs the one before it; the first that fails is the reason of the others.
const examine = async (context: Context) => {
  const findings: Finding[] = [checkNode()];
  let problem: CliFailure | null = null;
  let stage = 'portal';
  try {
    const chosen = await chooseAccount(context);
    const { portal, profile } = chosen;
    refuseStrangePortal(chosen);
    findings.push(checkProxy(context, portal));
    stage = 'network';
    const { reply, headers } = await portalCall(context, portal).withHeaders(getPortal);
    findings.push(checkEncryption(portal));
    findings.push(checkClock(headers.get('date')), checkVersion(context, reply.version, portal));
    stage = 'token';
    const credentials = await findCredentials(context, chosen);
    if (!credentials) throw notSignedIn(chosen, context);
    const { email } = await portalCall(context, portal, credentials.token)(getProfile);
    const text = `${email}, profile ${profile}, kept in: ${credentials.place}`;
    findings.push({ check: 'token', state: 'ok', text });
  } catch (error) {
    if (!(error instanceof CliFailure)) throw error;
    findings.push({ check: stage, state: 'failed', text: error.message });
    problem = error;
  }
  return { findings, problem };
};

const signs = { ok: ['✓', 'green'], warning: ['!', 'yellow'], failed: ['✗', 'red'] } as const;

const lineOf = ({ paint }: Terminal, { check, state, text }: Finding) => {
  const [sign, style] = signs[state];
  return `${paint(style, sign)} ${check.padEnd(8)} ${text}`;
};

export const addDoctor: AddCommand = (program, context) =>
  addCommand(program, 'doctor', 'Check Node, proxy, network, TLS, clock, version and token', {
    examples: [
      ['ballast doctor', 'exits with 0 when all is well'],
      ['ballast doctor --debug', 'with each request and its id'],
    ],
    json: ['[{ check, state, text }]', 'state is ok, warning or failed'],
  }).action(async () => {
    const { findings, problem } = await examine(context);
    show(context, findings, (terminal) => findings.map((finding) => lineOf(terminal, finding)));
    const wrong = findings.filter(({ state }) => state === 'failed');
    const [first] = wrong;
    if (!first) return;
    const reason = problem ?? new CliFailure('failed', `${first.check}: ${first.text}.`);
    if (context.flags.json) throw reason;
    // People have just read the reason.
    throw new CliFailure(reason.code, `Failed: ${wrong.map(({ check }) => check).join(', ')}.`);
  });
