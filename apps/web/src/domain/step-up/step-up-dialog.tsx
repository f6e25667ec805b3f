// Asks for a proof of identity in one of the ways that the account has. The refused call then continues.

import type { StepUpMethod } from '@ballast/contract/auth/second-factors';
import { mailedCodeLimits } from '@ballast/contract/auth/second-factors';
import type { RefusedCall } from '@ballast/contract/http/client';
import { useLayoutEffect, useRef } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { failureMessage } from '../../lib/failure-message.ts';
import { useSession } from '../../session/session-state.ts';
import { endStepUp } from '../../session/step-up/ask-for-proof.ts';
import { sendCode } from '../../session/step-up/give-proof.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { Modal, ModalCancel } from '../../ui/overlays/modal.tsx';
import { TextButton } from '../../ui/text/link.tsx';
import { submitWholeCode } from '../app-code.ts';
import { FactorSelect } from '../factor-select.tsx';
import { purposeOf } from './purposes.ts';
import { useStepUpForm } from './use-step-up.ts';
import type { Way } from './ways.ts';
import { ways } from './ways.ts';

type StepUpDialogProps = { open: boolean; methods: StepUpMethod[]; refused: RefusedCall | null };

export function StepUpDialog({ open, methods, refused }: StepUpDialogProps) {
  const { user } = useSession();
  const { method, choose, way, form, give, factors, factorId } = useStepUpForm(methods[0] ?? 'password', () =>
    endStepUp(true),
  );
  const { errors, isSubmitting } = form.formState;

  // The dialog focuses the first way itself. Another way gets the focus as soon as the pressed button goes: later, the dialog would
  // find the focus lost and take it.
  const button = useRef<HTMLButtonElement>(null);
  const shown = useRef(way);
  useLayoutEffect(() => {
    if (shown.current === way) return;
    shown.current = way;
    if (way.field) form.setFocus('proof');
    else button.current?.focus();
  }, [way, form]);

  return (
    <Modal
      open={open}
      onClose={() => endStepUp(false)}
      narrow
      title="Confirm It’s You"
      description={`To ${purposeOf(refused)}, confirm that it’s you. ${way.instruction(user?.email ?? 'your address')}`}
      onSubmit={give}
      actions={
        <>
          <ModalCancel />
          <Button ref={button} type="submit" variant="primary" busy={isSubmitting} busyLabel={way.busyAction}>
            {way.action}
          </Button>
        </>
      }
    >
      {way.factors?.label && (
        <FactorSelect
          label={way.factors.label}
          factors={factors}
          value={factorId}
          onChange={(id) => form.setValue('factorId', id)}
        />
      )}
      {way.field && (
        <ProofField
          {...way.field}
          {...form.register('proof', {
            required: way.field.missing,
            ...(way.field.kind === 'digits' && { onChange: submitWholeCode(give) }),
          })}
          isMailed={method === 'email'}
          error={errors.proof?.message}
        />
      )}
      {errors.root?.message && <Banner variant="bad">{errors.root.message}</Banner>}
      <OtherWays methods={methods.filter((other) => other !== method)} onChoose={choose} />
    </Modal>
  );
}

type OtherWaysProps = { methods: StepUpMethod[]; onChoose: (method: StepUpMethod) => void };

function OtherWays({ methods, onChoose }: OtherWaysProps) {
  if (!methods.length) return null;
  return (
    <ul aria-label="Other ways" className="flex flex-col items-start gap-2 text-small">
      {methods.map((method) => (
        <li key={method}>
          <TextButton onClick={() => onChoose(method)}>{ways[method].name}</TextButton>
        </li>
      ))}
    </ul>
  );
}

type ProofFieldProps = NonNullable<Way['field']> &
  UseFormRegisterReturn<'proof'> & { isMailed: boolean; error: string | undefined };

function ProofField({ kind, missing: _, isMailed, ...field }: ProofFieldProps) {
  if (kind === 'password') return <PasswordField {...field} autoComplete="current-password" />;
  if (kind === 'text')
    return <Field {...field} autoComplete="off" autoCapitalize="none" spellCheck={false} />;
  const mailed = {
    labelEnd: <TextButton onClick={sendAgain}>Send a new code</TextButton>,
    hint: `It works once, for ${mailedCodeLimits.minutes} minutes.`,
  };
  return <Field {...field} {...(isMailed ? mailed : {})} inputMode="numeric" autoComplete="one-time-code" />;
}

const sendAgain = async () => {
  try {
    await sendCode();
    showToast.success('New code sent');
  } catch (error) {
    showToast.error(failureMessage(error, 'Failed to send the code. Try again.'));
  }
};
