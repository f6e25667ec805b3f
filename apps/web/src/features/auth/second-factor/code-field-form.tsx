// One field for a code, and what the server says when it is wrong.
import { type ReactNode, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { proofFailed } from '../../../domain/app-code.ts';
import { failureMessage } from '../../../lib/failure-message.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { SubmitButton } from '../submit-button.tsx';

type CodeFieldFormProps = {
  lede: string;
  label: string;
  // Says what is wrong with a code that cannot be one.
  check: (code: string) => true | string;
  prove: (code: string) => Promise<unknown>;
  onProven: () => void;
  autoComplete: string;
  inputMode?: 'numeric';
  placeholder: string;
  children?: ReactNode;
};

export function CodeFieldForm({
  lede,
  label,
  check,
  prove,
  onProven,
  children,
  ...input
}: CodeFieldFormProps) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({ defaultValues: { code: '' } });
  useEffect(() => setFocus('code'), [setFocus]);

  const submit = handleSubmit(async ({ code }) => {
    try {
      await prove(code);
      onProven();
    } catch (error) {
      const message = failureMessage(error, proofFailed);
      setError('code', { type: 'server', message }, { shouldFocus: true });
    }
  });

  const { errors, isSubmitting, isSubmitSuccessful } = formState;
  return (
    <>
      <p className="mt-1 mb-6 text-body text-pretty text-text-2">{lede}</p>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {children}
        <Field
          label={label}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          error={errors.code?.message}
          {...input}
          {...register('code', { validate: check })}
        />
        <SubmitButton busy={isSubmitting || isSubmitSuccessful} busyLabel="Verifying...">
          Verify
        </SubmitButton>
      </form>
    </>
  );
}
