import type { ApiKey, Environment } from '@ballast/contract/keys/api-keys';
import { undoSeconds } from '@ballast/contract/keys/restore-key';
import { type ComponentProps, useState } from 'react';
import { EnvironmentBadge } from '../../../domain/environment-badge.tsx';
import { relativeTime } from '../../../lib/dates.ts';
import { formatCount, formatNumber } from '../../../lib/numbers.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { selectButtonId } from '../focus.ts';
import { useDeleteKey, useDeleteKeys, useEndGrace } from '../key-mutations.ts';
import { KeyMask } from '../key-value.tsx';

const dots = 12;

export function KeyIdentity({ apiKey }: { apiKey: ApiKey }) {
  return (
    <div className="rounded-2 border border-line bg-inset px-3.5 py-2.5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-body font-medium text-text">
        <span className="min-w-0 wrap-anywhere">{apiKey.name}</span>
        <EnvironmentBadge environment={apiKey.environment} />
      </p>
      <p className="mt-1 font-mono text-mono text-text-2">
        <KeyMask value={apiKey.key} dots={dots} />
      </p>
    </div>
  );
}

type StopModalProps = Omit<ComponentProps<typeof Modal>, 'actions'> & {
  onConfirm: () => void;
  disabled?: boolean;
};

// The dialog closes before the portal answers: a toast says how it went.
function StopModal({ onConfirm, disabled = false, ...modal }: StopModalProps) {
  const confirm = () => {
    modal.onClose();
    onConfirm();
  };
  return (
    <Modal {...modal} alert action={{ label: modal.title, variant: 'danger', disabled, onClick: confirm }} />
  );
}

type StopKeyProps = { open: boolean; onClose: () => void; apiKey: ApiKey };

export function EndGraceModal({ apiKey, ...modal }: StopKeyProps) {
  const end = useEndGrace(apiKey.environment);
  const requests = apiKey.previous?.requests24h ?? 0;
  return (
    <StopModal
      {...modal}
      production={apiKey.environment === 'PRODUCTION'}
      title="Revoke Old Key"
      description="Your new key isn’t affected."
      onConfirm={() => end.mutate(apiKey)}
    >
      <KeyIdentity apiKey={apiKey} />
      <Banner variant={requests ? 'bad' : 'neutral'}>
        {requests
          ? `${formatCount(requests, 'request', 'requests')} used the old key in the last 24 hours. Requests that still use it will fail immediately.`
          : 'Nobody used the old key in the last 24 hours. It stops working immediately.'}
      </Banner>
    </StopModal>
  );
}

const dayMs = 24 * 3600 * 1000;

const wasUsedWithin = ({ lastUsedAt }: ApiKey, ms: number) =>
  lastUsedAt !== null && Date.now() - Date.parse(lastUsedAt) < ms;

const finality = (environment: Environment) =>
  environment === 'SANDBOX' ? `You can undo this for ${undoSeconds} seconds.` : 'This cannot be undone.';

type DeleteModalProps = StopKeyProps & { onDeleted: (() => void) | undefined };

export function DeleteModal({ apiKey, onDeleted, ...modal }: DeleteModalProps) {
  const { environment, lastUsedAt, name } = apiKey;
  const remove = useDeleteKey(environment, onDeleted);
  const [typed, setTyped] = useState('');
  const production = environment === 'PRODUCTION';
  const wantsName = production && wasUsedWithin(apiKey, 7 * dayMs);
  return (
    <StopModal
      {...modal}
      production={production}
      disabled={wantsName && typed.trim() !== name}
      title="Delete Key"
      description={finality(environment)}
      onConfirm={() => remove.mutate(apiKey)}
    >
      <KeyIdentity apiKey={apiKey} />
      <Banner variant="bad">
        {lastUsedAt ? (
          <>
            Last used <b className="font-medium">{relativeTime(lastUsedAt).toLowerCase()}</b>.
          </>
        ) : (
          'Never used.'
        )}{' '}
        Requests with this key fail as soon as you delete it.
      </Banner>
      {wantsName && (
        <Field
          label={`To confirm, type ${name}`}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </StopModal>
  );
}

const mostNamed = 6;

type DeleteManyProps = Omit<DeleteModalProps, 'apiKey'> & { keys: ApiKey[]; environment: Environment };

export function DeleteManyModal({ keys, environment, onDeleted, ...modal }: DeleteManyProps) {
  const remove = useDeleteKeys(environment, onDeleted);
  const more = keys.length - mostNamed;
  const used = keys.filter((key) => wasUsedWithin(key, dayMs)).length;
  return (
    <StopModal
      {...modal}
      openerId={selectButtonId}
      production={environment === 'PRODUCTION'}
      title={`Delete ${formatCount(keys.length, 'Key', 'Keys')}`}
      description={finality(environment)}
      onConfirm={() => remove.mutate(keys)}
    >
      <ul
        aria-label="Keys that will be deleted"
        className="rounded-2 border border-line bg-inset px-3.5 py-2.5 text-body text-text"
      >
        {keys.slice(0, mostNamed).map(({ id, name }) => (
          <li key={id} className="truncate py-0.5">
            {name}
          </li>
        ))}
        {more > 0 && <li className="py-0.5 text-text-2">and {formatNumber(more)} more</li>}
      </ul>
      <Banner variant="bad">
        {used > 0 &&
          `${formatNumber(used)} of them ${used === 1 ? 'was' : 'were'} used in the last 24 hours. `}
        Requests with these keys fail as soon as you delete them.
      </Banner>
    </StopModal>
  );
}
