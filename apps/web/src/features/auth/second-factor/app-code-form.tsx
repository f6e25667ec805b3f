import type { Factor } from '@supabase/auth-js';
import { useState } from 'react';
import { proveByCode } from '../../../session/second-factor.ts';
import { Select } from '../../../ui/select.tsx';
import { CodeFieldForm } from './code-field-form.tsx';
import type { ProofProps } from './proof-props.ts';

const checkCode = (code: string) =>
  /^\d{6}$/.test(code.replaceAll(/\s/g, '')) || 'Enter the 6 digits that your app shows';

// A code belongs to one app, and a wrong one counts against that app. So whoever has several says which.
export function AppCodeForm({ client, onProven, apps }: ProofProps & { apps: Factor[] }) {
  const [factorId, setFactorId] = useState(apps[0]?.id ?? '');
  return (
    <CodeFieldForm
      lede="Enter the code that your authenticator app shows."
      label="Authentication code"
      placeholder="123456"
      inputMode="numeric"
      autoComplete="one-time-code"
      check={checkCode}
      prove={(code) => proveByCode(client, factorId, code)}
      onProven={onProven}
    >
      {apps.length > 1 && (
        <Select
          label="Authenticator"
          value={factorId}
          onChange={setFactorId}
          options={apps.map(({ id, friendly_name }) => ({
            value: id,
            label: friendly_name ?? 'Authenticator',
          }))}
        />
      )}
    </CodeFieldForm>
  );
}
