// The dialog that asks how something is to be called, and then makes or renames it.
import { atField, useServerForm } from '../../../domain/use-server-form.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';

type NameModalProps<Made> = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: string;
  action: string;
  busyAction: string;
  name?: string;
  optional?: boolean;
  hint?: string;
  make: (name: string) => Promise<Made>;
  failed: string;
  onMade: (made: Made) => unknown;
};

const nameLength = 64;
const nameRule = {
  maxLength: { value: nameLength, message: `Name must be at most ${nameLength} characters` },
};
const requiredNameRule = {
  ...nameRule,
  validate: (name: string) => name.trim() !== '' || 'Name is required',
};

export function NameModal<Made>(props: NameModalProps<Made>) {
  const { action, busyAction, make, failed, onMade, name = '', optional = false, hint, ...modal } = props;
  const { field, busy, submit } = useServerForm({
    defaultValues: { name },
    send: async (form) => onMade(await make(form.name.trim())),
    onFailure: atField('name', failed),
  });
  return (
    <Modal
      {...modal}
      held={busy}
      onSubmit={submit}
      action={{ label: action, cancelDisabled: busy, busy, busyLabel: busyAction }}
    >
      <Field
        label="Name"
        optional={optional}
        autoComplete="off"
        hint={hint}
        {...field('name', optional ? nameRule : requiredNameRule)}
      />
    </Modal>
  );
}
