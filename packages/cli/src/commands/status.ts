import { getFaucet } from '@ballast/contract/faucet';
import { getPortal } from '@ballast/contract/portal';
import { getProfile } from '@ballast/contract/profile';
import { chooseAccount, refuseStrangePortal } from '../account/choose-account.ts';
import { findCredentials, notSignedIn } from '../account/signed-in.ts';
import type { Context } from '../context.ts';
import { CliFailure } from '../failures.ts';
import { type AddCommand, addCommand } from '../help/add-command.ts';
import { portalCall } from '../network/portal-call.ts';
import { type Fact, facts, show } from '../terminal/output.ts';
import { localTime, timeUntil } from '../terminal/times.ts';

// Reports everything up to the first problem.
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

const factsOf = (report: Report): Fact[] => [
  ['Portal', `${report.portal}${report.portalVersion ? ` (version ${report.portalVersion})` : ''}`],
  ['Reachable', reachability(report)],
  ['This tool', `version ${report.cliVersion}`],
  ['Signed in', report.email ? `as ${report.email}` : 'no'],
  ['Token', report.tokenPlace],
  ['Next claim', report.email && nextClaim(report)],
];

export const addStatus: AddCommand = (program, context) =>
  addCommand(program, 'status', 'Check portal, versions, sign-in and the next faucet claim', {
    examples: [
      ['ballast status', 'exits with 0 when all is well'],
      ['ballast status --json', 'the same for a script'],
    ],
    json: [
      '{ portal, profile, reachable, portalVersion, cliVersion, email, tokenPlace, faucetAvailable, nextClaimAt }',
      "reachable is null if the CLI didn't ask the portal",
      'faucetAvailable says if you can request tokens now, nextClaimAt when you can',
    ],
  }).action(async () => {
    const { report, problem } = await inspect(context);
    show(context, report, (terminal) => facts(terminal, factsOf(report)));
    if (problem) throw problem;
    const { portal, portalVersion, cliVersion } = report;
    if (portalVersion !== cliVersion)
      context.terminal.err.print(
        `The portal serves version ${portalVersion}: npm install -g ${portal}/cli/ballast.tgz`,
      );
  });
