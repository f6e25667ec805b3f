import { readFileSync } from 'node:fs';
import { eitherOf } from '@ballast/contract/http/field';
import { type LeakPolicy, leakPolicies } from '@ballast/contract/keys/key-leaks';
import * as z from 'zod/mini';
import { settings } from '../../../runtime/settings/declared.ts';
import { refuse } from '../../../runtime/settings/services.ts';
import { privateUrl } from '../../../runtime/settings/shapes.ts';
import { parseKeys } from './published-keys.ts';

export type LeakReportSettings = { url: string } | { file: string };

const policy = (fallback: LeakPolicy) =>
  z._default(z.enum(leakPolicies, `must be ${eitherOf(leakPolicies)}`), fallback);

// Reports would be refused for as long as the file is wrong, which nobody notices.
const faultOf = (file: string) => {
  try {
    if (parseKeys(readFileSync(file, 'utf8')).size) return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code) return `cannot be read (${code}): it must be a file with the public keys of the service`;
  }
  return 'must hold JSON such as { "public_keys": [{ "key_identifier": "…", "key": "…" }] }, with a key of the curve P-256';
};

const readReports = (url?: string, file?: string): LeakReportSettings | null => {
  if (url && file) refuse('LEAK_REPORT_KEYS_URL and LEAK_REPORT_KEYS_FILE are both set: remove one of them');
  if (url) return { url };
  if (!file) return null;
  const fault = faultOf(file);
  return fault ? refuse(`LEAK_REPORT_KEYS_FILE ${fault}`) : { file };
};

export const leakSettings = settings(
  {
    LEAK_REPORT_KEYS_URL: z.optional(privateUrl()),
    LEAK_REPORT_KEYS_FILE: z.optional(z.string()),
    LEAK_POLICY_SANDBOX: policy('revoke'),
    LEAK_POLICY_PRODUCTION: policy('rotate'),
  },
  (vars) => ({
    reports: readReports(vars.LEAK_REPORT_KEYS_URL, vars.LEAK_REPORT_KEYS_FILE),
    policies: { SANDBOX: vars.LEAK_POLICY_SANDBOX, PRODUCTION: vars.LEAK_POLICY_PRODUCTION },
  }),
);
