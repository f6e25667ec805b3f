import { ArrowLeft, Copy, Eye, Mail, Plus, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { GitHubMark, GoogleMark } from '../../domain/provider-marks.tsx';
import { Button, ButtonLink } from '../../ui/actions/button.tsx';
import { Chips } from '../../ui/actions/chips.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Tabs } from '../../ui/actions/tabs.tsx';
import { CodeBlock, CodeLine } from '../../ui/text/code-block.tsx';
import { TextButton, TextLink } from '../../ui/text/link.tsx';
import { Section, Specimens } from './section.tsx';

const busyMilliseconds = 2000;

export function ButtonsSection() {
  return (
    <Section title="Buttons">
      <Specimens>
        <Button variant="primary">Primary</Button>
        <Button variant="secondary">Secondary</Button>
        <Button variant="ghost">Ghost</Button>
      </Specimens>
      <Specimens>
        <Button variant="danger">Delete Key</Button>
        <Button variant="production" icon={<Plus aria-hidden="true" />}>
          Create New Key
        </Button>
        <Button variant="primary" disabled>
          Disabled
        </Button>
        <Button variant="ghost" disabled>
          Disabled ghost
        </Button>
      </Specimens>
      <BusyButtons />
      <Specimens>
        <IconButton aria-label="Copy key" icon={<Copy aria-hidden="true" />} />
        <IconButton aria-label="Show key" aria-pressed={true} icon={<Eye aria-hidden="true" />} />
        <IconButton aria-label="Delete key" danger icon={<Trash2 aria-hidden="true" />} />
        <IconButton aria-label="Rotate key" busy icon={<RotateCw aria-hidden="true" />} />
        <IconButton aria-label="Disabled action" disabled icon={<Copy aria-hidden="true" />} />
      </Specimens>
      <Specimens>
        <Button size="small">Disconnect</Button>
        <Button size="small" variant="ghost" icon={<RotateCw aria-hidden="true" />}>
          Rotate
        </Button>
        <Button size="small" variant="ghost-danger" icon={<Trash2 aria-hidden="true" />}>
          Delete
        </Button>
        <TextButton variant="underlined">Request increase</TextButton>
      </Specimens>
      <Specimens>
        <ButtonLink href="#buttons" icon={<ArrowLeft aria-hidden="true" />}>
          Link as button
        </ButtonLink>
        <TextLink href="#buttons">Accent link</TextLink>
        <TextLink href="#buttons" variant="quiet">
          Quiet link
        </TextLink>
      </Specimens>
    </Section>
  );
}

function BusyButtons() {
  const [busy, setBusy] = useState(false);
  function start() {
    setBusy(true);
    setTimeout(() => setBusy(false), busyMilliseconds);
  }
  return (
    <Specimens>
      <Button variant="primary" busy={busy} busyLabel="Authorizing..." onClick={start}>
        Authorize
      </Button>
      <Button variant="primary" busy busyLabel="Authorizing...">
        Authorize
      </Button>
      <Button size="small" variant="ghost" busy icon={<RotateCw aria-hidden="true" />}>
        Rotate
      </Button>
    </Specimens>
  );
}

export function ProviderSection() {
  return (
    <Section title="Large buttons">
      <div className="flex max-w-auth flex-col gap-2.5">
        <Button variant="primary" size="large" icon={<GitHubMark />}>
          Continue with GitHub
        </Button>
        <Button size="large" icon={<GoogleMark />}>
          Continue with Google
        </Button>
        <Button size="large" icon={<Mail aria-hidden="true" />}>
          Continue with Email
        </Button>
        <Button size="large" icon={<GoogleMark />} busy busyLabel="Connecting...">
          Continue with Google
        </Button>
      </div>
    </Section>
  );
}

export function CodeLineSection() {
  return (
    <Section title="Code line with copy">
      <div className="flex flex-col gap-2">
        <CodeLine command="npm install -g @ballast/cli" />
        <CodeLine command="ballast faucet --to 0x71c7656ec7ab88b098defb751b7401b5f6d8976f" />
        <CodeBlock
          label="curl example"
          code={`curl https://api.northwind.dev/v1/balance \\\n  --header "Authorization: Bearer $BALLAST_API_KEY"\n`}
        />
      </div>
    </Section>
  );
}

const categories = [
  { value: 'all', label: 'All Activities' },
  { value: 'keys', label: 'API Keys' },
  { value: 'account', label: 'Account' },
  { value: 'authentication', label: 'Authentication' },
  { value: 'faucet', label: 'Faucet' },
] as const;

const sections = [
  { value: 'profile', label: 'Profile', panel: <p className="text-body">What the profile holds</p> },
  { value: 'security', label: 'Security', panel: <p className="text-body">What protects the account</p> },
] as const;

export function TabsSection() {
  const [section, setSection] = useState<(typeof sections)[number]['value']>('profile');
  return (
    <Section title="Tabs">
      <Tabs label="Settings" tabs={sections} value={section} onChange={setSection} />
    </Section>
  );
}

export function ChipsSection() {
  const [category, setCategory] = useState<(typeof categories)[number]['value']>('all');
  return (
    <Section title="Chips">
      <Chips label="Category" options={categories} value={category} onChange={setCategory} />
    </Section>
  );
}
