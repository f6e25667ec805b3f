// Rules for every text that people send.
import * as z from 'zod/mini';
import { compose, isPlainLine, isPlainParagraph, namesAPage, withPlainBreaks } from './characters.ts';

type TextOptions = { label: string; required: string; max: number };

const typeError =
  ({ label, required }: Pick<TextOptions, 'label' | 'required'>) =>
  (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null ? required : `${label} must be text`;

const notAllowed = (label: string) => `${label} contains a character that is not allowed`;

export const composed = () => z.overwrite<string>(compose);

export const plainLine = (label: string) => z.refine<string>(isPlainLine, notAllowed(label));

export const atMost = (label: string, max: number) =>
  z.maxLength(max, `${label} must be at most ${max} characters`);

export const requiredText = (options: TextOptions) =>
  z
    .string({ error: typeError(options) })
    .check(
      z.trim(),
      composed(),
      z.minLength(1, options.required),
      atMost(options.label, options.max),
      plainLine(options.label),
    );

// NFC and lower case turn some letters, such as U+212A, into ASCII: another person's address could come out.
const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);

export const emailAddress = ({ shape, ...options }: TextOptions & { shape: string }) =>
  z
    .string({ error: typeError(options) })
    .check(
      z.trim(),
      z.minLength(1, options.required),
      atMost(options.label, options.max),
      plainLine(options.label),
      z.refine(isAscii, { error: shape, abort: true }),
      z.toLowerCase(),
      z.email(shape),
    );

type Rule = ReturnType<typeof plainLine>;

export const optionalText = (label: string, max: number, further: Rule[] = []) =>
  z.optional(
    z
      .string({ error: `${label} must be text` })
      .check(z.trim(), composed(), atMost(label, max), plainLine(label), ...further),
  );

// For names, which others read in mails and lists.
export const noAddress = (label: string) =>
  z.refine<string>((value) => !namesAPage(value), `${label} must not contain the address of a page`);

type ParagraphOptions = { label: string; required: string; min?: number; max: number };

export const paragraph = ({ label, required, min = 0, max }: ParagraphOptions) =>
  z
    .string({ error: typeError({ label, required }) })
    .check(
      z.overwrite(withPlainBreaks),
      z.trim(),
      composed(),
      z.minLength(min, required),
      atMost(label, max),
      z.refine<string>(isPlainParagraph, notAllowed(label)),
    );

// A token is neither trimmed nor checked here, but where it is spent.
export const tokenText = (required: string) =>
  z
    .string({ error: required })
    .check(z.minLength(1, required), z.maxLength(4096, 'The token must be at most 4096 characters'));

// PostgreSQL knows no year 0, and a time zone can lead there from the first day of year 1.
const isStorable = (value: string) => {
  const time = Date.parse(value);
  return time >= Date.parse('0001-01-01T00:00:00Z') && time <= Date.parse('9999-12-31T23:59:59.999Z');
};

export const moment = (label: string) =>
  z.iso
    .datetime({ offset: true, error: `${label} must be a time, such as 2026-11-16T09:41:00Z` })
    .check(z.refine(isStorable, `${label} must be in the years 1 to 9999`));
