import { useNavigate } from '@tanstack/react-router';
import { Circle, CircleCheck } from 'lucide-react';
import { useSession } from '../../../session/session-state.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Modal, ModalCancel } from '../../../ui/overlays/modal.tsx';
import { createButtonId } from '../focus.ts';

const requiredFields = [
  ['fullName', 'Full name'],
  ['companySize', 'Company size'],
  ['useCase', 'Primary use case'],
] as const;

export function CompleteProfileModal(modal: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const { user } = useSession();
  return (
    <Modal
      {...modal}
      openerId={createButtonId}
      production
      title="Complete Your Profile"
      description="Production keys need a completed profile."
      actions={
        <>
          <ModalCancel>Maybe Later</ModalCancel>
          <Button
            variant="primary"
            onClick={() => navigate({ to: '/onboarding', state: { createsKey: true } })}
          >
            Complete Profile
          </Button>
        </>
      }
    >
      <ul className="flex flex-col gap-2 text-body">
        {requiredFields.map(([field, label]) => (
          <RequiredField key={field} label={label} done={Boolean(user?.[field])} />
        ))}
      </ul>
    </Modal>
  );
}

function RequiredField({ label, done }: { label: string; done: boolean }) {
  return (
    <li className="flex items-center gap-2.5">
      {done ? <CircleCheck className="text-accent" /> : <Circle className="text-text-3" />}
      <span className={done ? 'text-text-2' : 'text-text'}>{label}</span>
      <span className="sr-only">{done ? '(given)' : '(missing)'}</span>
    </li>
  );
}
