import { authMessages, passwordParts } from '@ballast/contract/auth/auth';
import { stepUpMethods } from '@ballast/contract/auth/second-factors';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { GitHubMark, GoogleMark } from '../../domain/provider-marks.tsx';
import { askForProof } from '../../session/step-up/ask-for-proof.ts';
import { Button, ButtonLink } from '../../ui/actions/button.tsx';
import { Chips } from '../../ui/actions/chips.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Menu, MenuHeader, MenuItem } from '../../ui/actions/menu.tsx';
import { Tabs } from '../../ui/actions/tabs.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Checkbox, Radio } from '../../ui/forms/checkbox.tsx';
import { Field, TextAreaField } from '../../ui/forms/field.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { Modal, ModalCancel } from '../../ui/overlays/modal.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { TextButton, TextLink } from '../../ui/text/link.tsx';
import { Row } from './surfaces.tsx';

type StateProps<Value> = {
  initial: Value;
  children: (value: Value, set: (next: Value) => void) => ReactNode;
};

function State<Value>({ initial, children }: StateProps<Value>) {
  const [value, set] = useState(initial);
  return children(value, set);
}

const plus = <Plus />;
const sizes = ['Solo developer', 'Startup (1–10)', 'Enterprise (1000+)'].map((label) => ({
  value: label,
  label,
}));
const sections = ['Profile', 'Security'].map((label) => ({ value: label, label, panel: <p>{label}</p> }));

const variants = ['primary', 'secondary', 'ghost', 'ghost-danger', 'danger', 'production'] as const;
const states = [
  { disabled: true },
  { busy: true, busyLabel: 'Working...' },
  { size: 'small' },
  { size: 'large', icon: <GitHubMark /> },
  { size: 'large', icon: <GoogleMark /> },
] as const;

const buttons = (
  <>
    <Row>
      {variants.map((variant) => (
        <Button key={variant} variant={variant}>
          {variant}
        </Button>
      ))}
    </Row>
    <Row>
      {states.map((state, place) => (
        <Button key={place} {...state}>
          Authorize
        </Button>
      ))}
    </Row>
    <Row>
      <ButtonLink href="#buttons">Link as button</ButtonLink>
      <TextLink href="#buttons">Accent link</TextLink>
      <TextButton variant="underlined">Underlined</TextButton>
      <IconButton aria-label="Add key" icon={plus} />
      <IconButton aria-label="Delete key" danger icon={plus} />
      <IconButton aria-label="Rotate key" busy icon={plus} />
    </Row>
  </>
);

const choices = (
  <>
    <State initial="Profile">
      {(value, set) => <Chips label="Category" options={sections} value={value} onChange={set} />}
    </State>
    <State initial="Profile">
      {(value, set) => <Tabs label="Settings" tabs={sections} value={value} onChange={set} />}
    </State>
    <Checkbox label="payments:read" hint="See payments" defaultChecked />
    <Radio name="access" label="Full access" hint="Every scope" defaultChecked />
    <State<string | null> initial={null}>
      {(value, set) => (
        <>
          <Select label="Company size" placeholder="Choose" options={sizes} value={value} onChange={set} />
          <Select label="Required" error="Choose a size" options={sizes} value={null} onChange={set} />
        </>
      )}
    </State>
  </>
);

const fields = (
  <>
    <Field label="Name" placeholder="checkout-web" hint="Name it after the service that will use it." />
    <Field label="Website" type="url" optional defaultValue="https://northwind.dev" />
    <Field label="Email" type="email" defaultValue="mara@northwind" error="Please enter a valid email" />
    <Field label="Account email" readOnly defaultValue="mara@northwind.dev" />
    <Field label="Requested rate limit" unit="req/sec" defaultValue="50" />
    <TextAreaField label="Justification" defaultValue="Flash sales on" counter={{ length: 14, min: 20 }} />
    <PasswordField label="New password" autoComplete="new-password" rules={passwordParts} />
    <PasswordField label="Common password" warning={authMessages.passwordCommonTaken} />
  </>
);

const overlays = (
  <State<string | null> initial={null}>
    {(shown, show) => {
      const modal = (name: string) => ({
        title: name,
        open: shown === name,
        onClose: () => show(null),
        actions: <ModalCancel />,
      });
      return (
        <Row>
          {['Create Key', 'Delete Key', 'Sheet'].map((name) => (
            <Button key={name} onClick={() => show(name)}>
              {name}
            </Button>
          ))}
          <Button onClick={() => askForProof([...stepUpMethods])}>Step-up</Button>
          <Menu trigger={<Button variant="ghost">Menu</Button>}>
            <MenuHeader title="Mara Okafor" detail="mara@northwind.dev" />
            <MenuItem icon={plus} onClick={() => showToast.info('Chosen')}>
              Choose
            </MenuItem>
          </Menu>
          <Modal {...modal('Create Key')} production description="It is hidden until you show it." />
          <Modal {...modal('Delete Key')} alert narrow />
          <Sheet {...modal('Sheet')}>A menu on a phone</Sheet>
        </Row>
      );
    }}
  </State>
);

export const controls = { Buttons: buttons, Choices: choices, Fields: fields, Overlays: overlays };
