import { type ApiKey, keyLimits } from '@ballast/contract/keys/api-keys';
import { rateLimitForm } from '@ballast/contract/keys/rate-limit-requests';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { ReviewTime } from '../../../domain/review-time.tsx';
import { useDraft } from '../../../domain/use-draft.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { TextAreaField } from '../../../ui/forms/text-area-field.tsx';
import { Modal, ModalCancel } from '../../../ui/overlays/modal.tsx';
import { TextLink } from '../../../ui/text/link.tsx';
import { useRequestLimit } from '../key-mutations.ts';
import { useReportFailure } from './use-report-failure.ts';

type RequestIncreaseModalProps = { open: boolean; apiKey: ApiKey; onClose: () => void };

export function RequestIncreaseModal({ open, apiKey, onClose }: RequestIncreaseModalProps) {
  const { environment } = apiKey;
  const request = useRequestLimit(environment, apiKey);
  const resolver = useMemo(() => zodResolver(rateLimitForm(apiKey.rateLimit)), [apiKey.rateLimit]);
  const form = useForm({
    resolver,
    mode: 'onTouched',
    defaultValues: { reason: '' },
  });
  const { register, handleSubmit, setError, control, formState } = form;
  const dropDraft = useDraft(`request-limit-${apiKey.id}`, form, open);
  const reason = useWatch({ control, name: 'reason' });
  const report = useReportFailure(open, setError);

  const submit = handleSubmit(async (values) => {
    try {
      await request.mutateAsync(values);
      dropDraft();
      onClose();
    } catch (error) {
      report(error, ['requestedLimit', 'reason'], 'Failed to submit rate limit request');
    }
  });

  const { errors, isValid, isSubmitting } = formState;
  return (
    <Modal
      open={open}
      onClose={onClose}
      onDiscard={dropDraft}
      production={environment === 'PRODUCTION'}
      title="Request Rate Limit Increase"
      description={<WhatFor name={apiKey.name} />}
      onSubmit={submit}
      actions={
        <>
          <ModalCancel />
          <SubmitButton valid={isValid} busy={isSubmitting} />
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field
          label="Requested rate limit"
          labelEnd={errors.requestedLimit?.type === 'too_big' && <SupportLink />}
          inputMode="numeric"
          autoComplete="off"
          unit="req/sec"
          hint={`Current limit ${apiKey.rateLimit} req/sec. Up to ${keyLimits.maxRateLimit} req/sec.`}
          error={errors.requestedLimit?.message}
          {...register('requestedLimit', { valueAsNumber: true })}
        />
        <TextAreaField
          label="Justification"
          hint="Say what the key is for and the peak load you expect."
          counter={{ length: reason.trim().length, min: keyLimits.reasonMin }}
          error={errors.reason?.message}
          {...register('reason')}
        />
      </div>
    </Modal>
  );
}

function WhatFor({ name }: { name: string }) {
  return (
    <>
      For <b className="font-medium text-text wrap-anywhere">{name}</b>. <ReviewTime />
    </>
  );
}

function SubmitButton({ valid, busy }: { valid: boolean; busy: boolean }) {
  return (
    <Button type="submit" variant="primary" disabled={!valid} busy={busy} busyLabel="Submitting...">
      Submit Request
    </Button>
  );
}

// The page opens in a new tab, so that what was typed here is not lost.
function SupportLink() {
  return (
    <TextLink href="/support" target="_blank" rel="noreferrer">
      Contact support<span className="sr-only"> (opens in a new tab)</span>
    </TextLink>
  );
}
