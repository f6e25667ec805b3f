// Settings that belong together are one variable of name=value pairs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@ballast/harness/portal';
import { expect, test } from 'vitest';
import { featureSettings } from '../../app/feature-settings.ts';
import { readConfig } from './config.ts';
import { formerNames, variables } from './variables.ts';

test('a group changes what it names and leaves the rest as it is', () => {
  const usual = readConfig({});
  const { limits, retention, shedding } = readConfig({
    LIMITS: 'sign_ups_per_address=7, calls_per_account = 8,shed_calls=9',
    KEEP_DAYS: 'usage_days=10',
  });
  expect(limits).toEqual({ ...usual.limits, signUpsPerAddress: 7, callsPerAccount: 8 });
  expect(shedding).toEqual({ ...usual.shedding, calls: 9 });
  expect(retention).toEqual({ ...usual.retention, usageDays: 10 });
});

test('a wrong pair is refused with its name, the fault and what is allowed', () => {
  const cases: [Record<string, string>, string][] = [
    [{ LIMITS: 'calls_per_account=0' }, 'LIMITS calls_per_account must be at least 1'],
    [{ LIMITS: 'calls_per_account=1.5' }, 'LIMITS calls_per_account must be a whole number'],
    [{ LIMITS: 'calls_per_account=many' }, 'LIMITS calls_per_account must be a number'],
    [
      { FAUCET: 'confirmation=1' },
      'FAUCET has no confirmation: its names are confirmations, stuck_after_seconds',
    ],
    [
      { FAUCET: 'constructor=1' },
      'FAUCET has no constructor: its names are confirmations, stuck_after_seconds',
    ],
    [{ FAUCET: 'confirmations=1,confirmations=2' }, 'FAUCET has confirmations twice'],
    [{ TLS: 'redis=on' }, 'TLS redis must be required or off'],
    [{ TLS: 'off' }, 'TLS must be name=value pairs separated by commas: database, redis, smtp'],
    [{ TLS: '=off' }, 'TLS must be name=value pairs separated by commas: database, redis, smtp'],
    [{ TLS: 'redis=' }, 'TLS must be name=value pairs separated by commas: database, redis, smtp'],
  ];
  for (const [env, problem] of cases)
    expect(() => readConfig(env, featureSettings)).toThrow(`Configuration: ${problem}`);
});

test('every old name is still understood, with a warning that names the new one', () => {
  expect(formerNames.size).toBe(35);
  for (const [old, { variable, name }] of formerNames) {
    const value = variable === 'TLS' ? 'off' : '77';
    const { warnings, ...config } = readConfig({ [old]: value }, featureSettings);
    expect(warnings).toEqual([`${old} is an old name: write ${name}=${value} into ${variable}`]);
    const { warnings: none, ...grouped } = readConfig({ [variable]: `${name}=${value}` }, featureSettings);
    expect(none).toEqual([]);
    expect(config).toEqual(grouped);
  }
});

test('a group counts before an old name, and a wrong value of an old name is refused by its new one', () => {
  const env = { CALLS_PER_ACCOUNT: '5', WRITES_PER_ACCOUNT: '6', LIMITS: 'calls_per_account=7' };
  expect(readConfig(env).limits).toMatchObject({ callsPerAccount: 7, writesPerAccount: 6 });
  expect(() => readConfig({ CALLS_PER_ACCOUNT: 'x' })).toThrow('LIMITS calls_per_account must be a number');
});

test('.env.example has every variable, and there are at most 54', () => {
  const example = readFileSync(join(root, '.env.example'), 'utf8');
  const named = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  const known = [variables.def.shape, ...featureSettings.map((each) => each.variables)].flatMap(Object.keys);
  expect(named.toSorted()).toEqual(known.toSorted());
  expect(known.length).toBeLessThanOrEqual(54);
  const config = readConfig(
    Object.fromEntries([...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value])),
    featureSettings,
  );
  expect(config).toEqual(readConfig({}, featureSettings));
});
