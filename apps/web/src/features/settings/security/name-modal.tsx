// The dialog that asks how something is to be called, and then makes or renames it.
import { useForm } from 'react-hook-form';
import { failureMessage } from '../../../lib/failure-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Modal, ModalCancel } from '../../../ui/overlays/modal.tsx';

type NameModalProps<Made> = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: string;
  action: string;
  busyAction: string;
  // What stands in the field at first.
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
  const { open, onClose, title, description, action, busyAction, make, failed, onMade } = props;
  const { name = '', optional = false, hint } = props;
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { name } });

  const submit = handleSubmit(async (form) => {
    let made: Made;
    try {
      made = await make(form.name.trim());
    } catch (error) {
      const message = failureMessage(error, failed);
      return setError('name', { type: 'server', message }, { shouldFocus: true });
    }
    await onMade(made);
  });

  return (
    <Modal
      open={open}
      onClose={onClose}
      held={formState.isSubmitting}
      title={title}
      description={description}
      onSubmit={submit}
      actions={
        <>
          <ModalCancel disabled={formState.isSubmitting} />
          <Button type="submit" variant="primary" busy={formState.isSubmitting} busyLabel={busyAction}>
            {action}
          </Button>
        </>
      }
    >
      <Field
        label="Name"
        optional={optional}
        autoComplete="off"
        hint={hint}
        error={formState.errors.name?.message}
        {...register('name', optional ? nameRule : requiredNameRule)}
      />
    </Modal>
  );
}
