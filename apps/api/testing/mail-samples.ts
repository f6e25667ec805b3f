// Samples of mails with the worst text that somebody could bring into them. Each folder with mails.ts has mails.test-samples.ts, and
// app/mails.attacks.test.ts writes all of them.
import { randomUUID } from 'node:crypto';
import type { MailKind } from '../src/email/mail-kinds.ts';

export const evil = `"'><img src=//evil.example/x onerror=alert(1)><a href=javascript:1>`;
export const id = randomUUID();
export const at = '2026-11-16T12:00:00.000Z';
export const keys = { named: [evil, evil], more: true };

// biome-ignore lint/suspicious/noExplicitAny: a kind takes the data of its own mail
type Kinds = Record<string, MailKind<any>>;
type DataOf<Kind> = Kind extends MailKind<infer Data> ? Data : never;

export type MailSample = { template: string; data: object };

// A kind without samples does not compile.
export const samplesOf = <All extends Kinds>(
  kinds: All,
  samples: { [Name in keyof All]: DataOf<All[Name]>[] },
) =>
  Object.entries(kinds).flatMap(([name, { template }]) =>
    (samples[name] ?? []).map((data): MailSample => ({ template, data })),
  );
