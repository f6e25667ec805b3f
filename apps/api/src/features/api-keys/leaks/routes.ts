import { createHash } from 'node:crypto';
import { leakMessages, reportKey, reportLeaks } from '@ballast/contract/keys/key-leaks';
import type { Serve } from '../../../http/call.ts';
import type { Deps } from '../../../http/deps.ts';
import { hours, networkThrottle } from '../../../identity/throttling/rules.ts';
import { consumeByNetwork } from '../../../identity/throttling/throttles.ts';
import { settingsOf } from '../../../runtime/settings/declared.ts';
import { handleLeak } from './handle-leak.ts';
import { findReportKey, readReport } from './read-report.ts';
import { openReportKeys } from './report-keys.ts';
import { leakSettings } from './settings.ts';
import { placeOf } from './tell-owner.ts';

type Token = Awaited<ReturnType<typeof readReport>>[number];

const answerToken = async (deps: Deps, { token, type, ...found }: Token) => ({
  token_hash: createHash('sha256').update(token).digest('hex'),
  token_type: type,
  label: (await handleLeak(deps, token, placeOf(found)))
    ? ('true_positive' as const)
    : ('false_positive' as const),
});

const signedBy = (getHeader: (name: string) => string) => ({
  identifier: getHeader('github-public-key-identifier'),
  signature: getHeader('github-public-key-signature'),
});

const keyLeakPerAddress = networkThrottle('keyLeakPerAddress', (limits) => limits.keyLeaksPerAddress, hours);

export const leakRoutes = (serve: Serve, deps: Deps) => {
  const { reports } = settingsOf(deps.config, leakSettings);
  const findKey = reports && openReportKeys(reports, deps.now, deps.log);
  serve(
    reportLeaks,
    async ({ deps, body, getHeader }) => {
      const tokens = await readReport(findKey, signedBy(getHeader), body);
      const answers = [];
      for (const token of tokens) answers.push(await answerToken(deps, token));
      return answers;
    },
    { refuseBeforeBody: (getHeader) => findReportKey(findKey, signedBy(getHeader)) },
  );
  serve(reportKey, async ({ deps, actor, body }) => {
    await consumeByNetwork(deps.throttles.of(keyLeakPerAddress), actor);
    await handleLeak(deps, body.key, { url: null, source: null });
    return { message: leakMessages.thanks };
  });
};
