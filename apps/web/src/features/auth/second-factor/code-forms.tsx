import type { Factor } from '@supabase/auth-js';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { checkAppCode, proofFailed, submitWholeCode } from '../../../domain/app-code.ts';
import { FactorSelect } from '../../../domain/factor-select.tsx';
import { atField, useServerForm } from '../../../domain/use-server-form.ts';
import type { AuthClient } from '../../../session/auth-client.ts';
import { answerOf } from '../../../session/call-auth-client.ts';
import { proveByCode, proveByRecoveryCode } from '../../../session/second-factor.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { SubmitButton } from '../form-parts.tsx';

// The client holds the session that asks for the proof.
export type ProofProps = { client: AuthClient; onProven: () => void };

export function AppCodeForm({ client, onProven, apps }: ProofProps & { apps: Factor[] }) {
  const [factorId, setFactorId] = useState(apps[0]?.id ?? '');
  return (
    <CodeForm
      lede="Enter the 6-digit code from your authenticator app."
      label="Authentication code"
      placeholder="123456"
      inputMode="numeric"
      autoComplete="one-time-code"
      check={checkAppCode}
      submitsItself
      prove={async (code) => answerOf(await proveByCode(client, factorId, code))}
      onProven={onProven}
    >
      <FactorSelect label="Authenticator" factors={apps} value={factorId} onChange={setFactorId} />
    </CodeForm>
  );
}

const checkRecoveryCode = (code: string) =>
  code.replaceAll(/[\s-]/g, '').length === 10 || 'A recovery code has 10 characters';

export function RecoveryCodeForm({ client, onProven }: ProofProps) {
  return (
    <CodeForm
      lede="Enter one of your saved recovery codes. Each works once."
      label="Recovery code"
      placeholder="xxxxx-xxxxx"
      autoComplete="off"
      check={checkRecoveryCode}
      prove={async (code) => answerOf(await proveByRecoveryCode(client, code))}
      onProven={onProven}
    />
  );
}

type CodeFormProps = Pick<
  ComponentProps<typeof Field>,
  'label' | 'placeholder' | 'inputMode' | 'autoComplete'
> & {
  lede: string;
  check: (code: string) => true | string;
  submitsItself?: boolean;
  prove: (code: string) => Promise<unknown>;
  onProven: () => void;
  children?: ReactNode;
};

function CodeForm({ lede, check, submitsItself, prove, onProven, children, ...input }: CodeFormProps) {
  const { field, submit, setFocus, formState } = useServerForm({
    defaultValues: { code: '' },
    send: async ({ code }) => {
      await prove(code);
      onProven();
    },
    onFailure: atField('code', proofFailed),
  });
  useEffect(() => setFocus('code'), [setFocus]);

  return (
    <>
      <p className="mt-1 mb-6 text-body text-pretty text-text-2">{lede}</p>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {children}
        <Field
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          {...field('code', { validate: check, ...(submitsItself && { onChange: submitWholeCode(submit) }) })}
        />
        <SubmitButton busy={formState.isSubmitting || formState.isSubmitSuccessful} busyLabel="Verifying...">
          Verify
        </SubmitButton>
      </form>
    </>
  );
}
