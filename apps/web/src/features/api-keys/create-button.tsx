import type { Environment } from '@ballast/contract/keys/api-keys';
import { Plus } from 'lucide-react';
import { onIntent } from '../../lib/on-intent.ts';
import { Button } from '../../ui/actions/button.tsx';
import { createButtonId } from './focus.ts';
import { loadKeyModals } from './modals/lazy-key-modals.tsx';

export function CreateButton({ environment, onClick }: { environment: Environment; onClick: () => void }) {
  return (
    <Button
      id={createButtonId}
      variant={environment === 'PRODUCTION' ? 'production' : 'primary'}
      icon={<Plus />}
      onClick={onClick}
      {...onIntent(loadKeyModals)}
    >
      Create New Key
    </Button>
  );
}
