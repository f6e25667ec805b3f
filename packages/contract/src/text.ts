// Every text that a person sends must obey these rules, whatever it means.
import * as z from 'zod/mini';

type TextOptions = { label: string; required: string; max: number };

const typeError =
  ({ label, required }: Pick<TextOptions, 'label' | 'required'>) =>
  (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null ? required : `${label} must be text`;

// PostgreSQL cannot store U+0000 in text.
const storable = (label: string) =>
  z.refine<string>((value) => !value.includes('\0'), `${label} contains a character that is not allowed`);

export const requiredText = (options: TextOptions) =>
  z
    .string({ error: typeError(options) })
    .check(
      z.trim(),
      z.minLength(1, options.required),
      z.maxLength(options.max, `${options.label} must be at most ${options.max} characters`),
      storable(options.label),
    );

export const optionalText = (label: string, max: number) =>
  z.optional(
    z
      .string({ error: `${label} must be text` })
      .check(z.trim(), z.maxLength(max, `${label} must be at most ${max} characters`), storable(label)),
  );

// A token is never trimmed or judged by its content here: whoever spends it does that.
export const tokenText = (required: string) =>
  z
    .string({ error: required })
    .check(z.minLength(1, required), z.maxLength(4096, 'The token must be at most 4096 characters'));
