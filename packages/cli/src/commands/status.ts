import { getFaucet } from '@ballast/contract/faucet';
import { getPortal } from '@ballast/contract/portal';
import { getProfile } from '@ballast/contract/profile';
import type { Command } from 'commander';
import { chooseAccount, refuseStrangePortal } from '../account/choose-account.ts';
import { findCredentials, notSignedIn } from '../account/signed-in.ts';
import type { Context } from '../context.ts';
import { CliFailure } from '../failures.ts';
import { addHelp } from '../help/command-help.ts';
import { portalCall } from '../network/portal-call.ts';
import { facts, printJson } from '../terminal/output.ts';
import { localTime, timeUntil } from '../terminal/times.ts';

// It says everything that can be found out, and the first thing that is wrong.
const inspect = async (context: Context) => {
  const { info } = context;
  const chosen = await chooseAccount(context);
  const { portal, profile } = chosen;
  const report = {
    portal,
    profile,
    // Null until it is asked.
    reachable: null as boolean | null,
    portalVersion: null as string | null,
    cliVersion: info.version,
    email: null as string | null,
    tokenPlace: null as string | null,
    faucetAvailable: null as boolean | null,
    nextClaimAt: null as string | null,
  };
  try {
    refuseStrangePortal(chosen);
    report.reachable = false;
    const { version } = await portalCall(context, portal)(getPortal);
    Object.assign(report, { reachable: true, portalVersion: version });
    const credentials = await findCredentials(context, chosen);
    if (!credentials) throw notSignedIn(chosen, context);
    report.tokenPlace = credentials.place;
    const call = portalCall(context, portal, credentials.token);
    report.email = (await call(getProfile)).email;
    const { available, nextClaimAt } = await call(getFaucet);
    Object.assign(report, { faucetAvailable: available, nextClaimAt });
    return { report, problem: null };
  } catch (error) {
    if (error instanceof CliFailure) return { report, problem: error };
    throw error;
  }
};

type Report = Awaited<ReturnType<typeof inspect>>['report'];

const nextClaim = ({ faucetAvailable, nextClaimAt }: Report) => {
  if (faucetAvailable === null) return 'unknown';
  return nextClaimAt ? `${localTime(nextClaimAt)} (${timeUntil(nextClaimAt)})` : 'now';
};

const reachability = ({ reachable }: Report) => {
  if (reachable === null) return 'not asked';
  return reachable ? 'yes' : 'no';
};

const lines = (report: Report): [string, string][] => [
  ['Portal', `${report.portal}${report.portalVersion ? ` (version ${report.portalVersion})` : ''}`],
  ['Reachable', reachability(report)],
  ['This tool', `version ${report.cliVersion}`],
  ['Signed in', report.email ? `as ${report.email}` : 'no'],
  ...(report.tokenPlace ? [['Token', report.tokenPlace] satisfies [string, string]] : []),
  ...(report.email ? [['Next claim', nextClaim(report)] satisfies [string, string]] : []),
];

const showStatus = async (context: Context, options: { json?: boolean }) => {
  const { terminal } = context;
  const { report, problem } = await inspect(context);
  if (options.json) printJson(terminal, report);
  else terminal.out.print(facts(terminal, lines(report)));
  if (problem) throw problem;
  const { portal, portalVersion, cliVersion } = report;
  if (portalVersion !== cliVersion)
    terminal.err.print(
      `The portal serves version ${portalVersion}: npm install -g ${portal}/cli/ballast.tgz`,
    );
};

export const addStatus = (program: Command, context: Context) =>
  addHelp(
    program
      .command('status')
      .description('Check portal, versions, sign-in and the next faucet claim')
      .action((options: { json?: boolean }) => showStatus(context, options)),
    {
      examples: [
        ['ballast status', 'exit code 0 when everything is well'],
        ['ballast status --json', 'the same for a script'],
      ],
      json: [
        '{ portal, profile, reachable, portalVersion, cliVersion, email, tokenPlace, faucetAvailable, nextClaimAt }',
        'reachable is null where the portal was not asked',
        'faucetAvailable says whether a claim is due, nextClaimAt when the next one is',
      ],
    },
  );
