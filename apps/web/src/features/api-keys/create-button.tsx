import type { Environment } from '@ballast/contract/api-keys';
import { Plus } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { createButtonId } from './focus.ts';

export function CreateButton({ environment, onClick }: { environment: Environment; onClick: () => void }) {
  return (
    <Button
      id={createButtonId}
      variant={environment === 'PRODUCTION' ? 'production' : 'primary'}
      icon={<Plus aria-hidden="true" />}
      onClick={onClick}
    >
      Create New Key
    </Button>
  );
}
