import { cliLimits, plainPairingCode } from '@ballast/contract/cli/cli-auth';
import { ApiError } from '@ballast/contract/http/client';
import type { Ref } from 'react';
import { Field } from '../../ui/forms/field.tsx';

// The server's word on the code that was typed, or that it wants one.
export const pairingError = (error: Error | null) =>
  error instanceof ApiError ? error.fields.pairingCode : undefined;

export const isWholeCode = (typed: string) => plainPairingCode(typed).length >= cliLimits.pairingLetters;

type PairingCodeFieldProps = {
  ref: Ref<HTMLInputElement>;
  value: string;
  error: string | undefined;
  onChange: (typed: string) => void;
};

export function PairingCodeField({ onChange, ...field }: PairingCodeFieldProps) {
  return (
    <Field
      {...field}
      label="Pairing code"
      hint="This terminal is on another network. Type the code that it shows. Never type a code that somebody sent you."
      className="font-mono tracking-wide"
      maxLength={cliLimits.pairingCode}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
