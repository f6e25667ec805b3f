import { Check, CircleAlert, KeyRound, Mail, Plus } from 'lucide-react';
import { Button } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Spinner } from '../../ui/feedback/loading.tsx';
import { IconTile } from '../../ui/feedback/status-tile.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Hull } from '../../ui/layout/hull.tsx';
import { Brand, Mark } from '../../ui/layout/mark.tsx';
import { Cell, HeadCell, Row, Table } from '../../ui/layout/table.tsx';
import { Section, Specimens } from './section.tsx';

export function TilesSection() {
  return (
    <Section title="Mark and status tiles">
      <Specimens>
        <Mark className="size-10" />
        <Brand name="Ballast" />
      </Specimens>
      <Specimens>
        <IconTile icon={<Mail aria-hidden="true" />} />
        <IconTile icon={<Spinner />} />
        <IconTile tone="ok" icon={<Check aria-hidden="true" />} />
        <IconTile tone="bad" icon={<CircleAlert aria-hidden="true" />} />
      </Specimens>
    </Section>
  );
}

const swatches = [
  { name: 'Canvas', className: 'bg-canvas' },
  { name: 'Surface', className: 'bg-surface' },
  { name: 'Subtle', className: 'bg-subtle' },
  { name: 'Raised', className: 'bg-raised' },
  { name: 'Inset', className: 'bg-inset' },
  { name: 'Accent', className: 'bg-accent' },
  { name: 'Production', className: 'bg-prod-fill' },
  { name: 'Danger', className: 'bg-danger-fill' },
] as const;

export function SurfacesSection() {
  return (
    <Section title="Surfaces and signals">
      <ul className="flex flex-wrap gap-2.5">
        {swatches.map(({ name, className }) => (
          <li key={name} className={`size-9 rounded-2 border border-line-strong ${className}`}>
            <span className="sr-only">{name}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function TypeSection() {
  return (
    <Section title="Type">
      <div className="flex flex-col gap-1.5">
        <p className="text-display">Display 24/32</p>
        <p className="text-title">Page title 22/28</p>
        <p className="text-section">Section 16/24</p>
        <p className="text-body">Body 14/20. Quiet, precise, dense.</p>
        <p className="text-small text-text-2">Secondary 13/18</p>
        <p className="text-caption text-text-3">Caption 12/16</p>
        <p className="font-mono text-mono tabular-nums">blst_test_7Hq2vXw0 1,284</p>
      </div>
    </Section>
  );
}

export function CardsSection() {
  return (
    <Section title="Card, empty state, table">
      <Card className="p-5">
        <p className="text-section">checkout-web</p>
        <p className="text-small text-text-3">Card</p>
      </Card>
      <EmptyState
        icon={<KeyRound aria-hidden="true" />}
        title="No sandbox keys found"
        text="Create your first sandbox API key to get started"
        action={
          <Button variant="primary" icon={<Plus aria-hidden="true" />}>
            Create New Key
          </Button>
        }
      />
      <Table aria-label="Activity">
        <thead>
          <tr>
            <HeadCell>Activity</HeadCell>
            <HeadCell>Details</HeadCell>
            <HeadCell>Time</HeadCell>
          </tr>
        </thead>
        <tbody>
          <Row>
            <Cell className="font-medium">Key Rotated</Cell>
            <Cell className="text-text-2">ledger-worker</Cell>
            <Cell className="text-text-2">9:41 AM</Cell>
          </Row>
          <Row>
            <Cell className="font-medium">Key Created</Cell>
            <Cell className="text-text-2">checkout-web</Cell>
            <Cell className="text-text-2">9:12 AM</Cell>
          </Row>
        </tbody>
      </Table>
    </Section>
  );
}

export function HullSection() {
  return (
    <Section title="Hull">
      <Hull />
    </Section>
  );
}
