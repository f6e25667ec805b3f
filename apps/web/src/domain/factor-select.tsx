import type { Factor } from '@supabase/auth-js';
import { Select } from '../ui/forms/select.tsx';

type FactorSelectProps = {
  // "Authenticator": also the name of one that has none.
  label: string;
  factors: Pick<Factor, 'id' | 'friendly_name'>[];
  value: string;
  onChange: (id: string) => void;
};

// A code belongs to one app, and a wrong one counts against that app. So somebody who has several says which.
export function FactorSelect({ label, factors, value, onChange }: FactorSelectProps) {
  if (factors.length < 2) return null;
  const options = factors.map(({ id, friendly_name }) => ({ value: id, label: friendly_name || label }));
  return <Select label={label} options={options} value={value} onChange={onChange} />;
}
