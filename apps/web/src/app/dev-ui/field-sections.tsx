import { authMessages, passwordParts } from '@ballast/contract/auth/auth';
import { useState } from 'react';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { TextAreaField } from '../../ui/forms/text-area-field.tsx';
import { TextLink } from '../../ui/text/link.tsx';
import { Section } from './section.tsx';

const sizes = [
  { value: 'solo', label: 'Solo developer' },
  { value: 'startup', label: 'Startup (1–10)' },
  { value: 'small', label: 'Small (11–50)' },
  { value: 'medium', label: 'Medium (51–200)' },
  { value: 'large', label: 'Large (201–1000)' },
  { value: 'enterprise', label: 'Enterprise (1000+)' },
] as const;

const justificationMinimum = 20;

export function FieldsSection() {
  return (
    <Section title="Fields">
      <Field label="Name" placeholder="checkout-web" hint="Name it after the service that will use it." />
      <Field label="Website" type="url" optional defaultValue="https://northwind.dev" />
      <Field label="Email" type="email" defaultValue="mara@northwind" error="Please enter a valid email" />
      <Field label="Account email" readOnly defaultValue="mara@northwind.dev" />
      <Field label="Disabled" disabled defaultValue="checkout-web" />
      <Field
        label="Requested rate limit"
        inputMode="numeric"
        unit="req/sec"
        defaultValue="50"
        hint="Current limit 3 req/sec. Up to 1000 req/sec."
      />
      <JustificationField />
      <Checkbox label="payments:read" hint="See payments" defaultChecked />
      <Checkbox label="payments:write" hint="Create, capture and cancel payments" />
    </Section>
  );
}

function JustificationField() {
  const [text, setText] = useState('Flash sales on');
  return (
    <TextAreaField
      label="Justification"
      hint="Say what the key is for and the peak load you expect."
      value={text}
      onChange={(event) => setText(event.target.value)}
      counter={{ length: text.length, min: justificationMinimum }}
    />
  );
}

export function PasswordSection() {
  return (
    <Section title="Password fields">
      <PasswordField label="Password" labelEnd={<TextLink href="#forgot">Forgot password?</TextLink>} />
      <PasswordField label="New password" autoComplete="new-password" rules={passwordParts} />
      <PasswordField
        label="Common password"
        defaultValue="Password1!"
        warning={authMessages.passwordCommonTaken}
      />
      <PasswordField label="Confirm password" defaultValue="northwind" error="Passwords do not match" />
    </Section>
  );
}

export function SelectSection() {
  const [size, setSize] = useState<(typeof sizes)[number]['value'] | null>(null);
  return (
    <Section title="Selects">
      <Select
        label="Company size"
        placeholder="Choose a size"
        hint="People who work at your company."
        options={sizes}
        value={size}
        onChange={setSize}
      />
      <Select
        label="Company size, required"
        placeholder="Choose a size"
        error="Company size is required"
        options={sizes}
        value={null}
        onChange={setSize}
      />
      <Select label="Company size, disabled" disabled options={sizes} value="small" onChange={setSize} />
      <Select label="Hidden label" labelHidden options={sizes} value="medium" onChange={setSize} />
    </Section>
  );
}
