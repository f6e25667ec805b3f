import { Plus } from 'lucide-react';
import type { Environment } from '../../domain/environment.ts';
import { Button } from '../../ui/button.tsx';
import { createButtonId } from './focus.ts';

export function CreateButton({ environment, onClick }: { environment: Environment; onClick: () => void }) {
  return (
    <Button
      id={createButtonId}
      variant={environment === 'production' ? 'production' : 'primary'}
      icon={<Plus aria-hidden="true" />}
      onClick={onClick}
    >
      Create New Key
    </Button>
  );
}
