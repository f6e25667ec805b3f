import { answerOf } from '../../../session/call-auth-client.ts';
import { proveByRecoveryCode } from '../../../session/second-factor.ts';
import { CodeFieldForm } from './code-field-form.tsx';
import type { ProofProps } from './proof-props.ts';

const checkCode = (code: string) =>
  code.replaceAll(/[\s-]/g, '').length === 10 || 'A recovery code has 10 characters';

export function RecoveryCodeForm({ client, onProven }: ProofProps) {
  return (
    <CodeFieldForm
      lede="Enter one of the recovery codes that you saved. Each works once."
      label="Recovery code"
      placeholder="xxxxx-xxxxx"
      autoComplete="off"
      check={checkCode}
      prove={async (code) => answerOf(await proveByRecoveryCode(client, code))}
      onProven={onProven}
    />
  );
}
