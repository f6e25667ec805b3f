import type { Factor } from '@supabase/auth-js';
import { useState } from 'react';
import { checkAppCode } from '../../../domain/app-code.ts';
import { FactorSelect } from '../../../domain/factor-select.tsx';
import { answerOf } from '../../../session/call-auth-client.ts';
import { proveByCode } from '../../../session/second-factor.ts';
import { CodeFieldForm } from './code-field-form.tsx';
import type { ProofProps } from './proof-props.ts';

export function AppCodeForm({ client, onProven, apps }: ProofProps & { apps: Factor[] }) {
  const [factorId, setFactorId] = useState(apps[0]?.id ?? '');
  return (
    <CodeFieldForm
      lede="Enter the code that your authenticator app shows."
      label="Authentication code"
      placeholder="123456"
      inputMode="numeric"
      autoComplete="one-time-code"
      check={checkAppCode}
      prove={async (code) => answerOf(await proveByCode(client, factorId, code))}
      onProven={onProven}
    >
      <FactorSelect label="Authenticator" factors={apps} value={factorId} onChange={setFactorId} />
    </CodeFieldForm>
  );
}
