import { type ApiKey, keyLimits } from '@ballast/contract/keys/api-keys';
import { rateLimitForm } from '@ballast/contract/keys/rate-limit-requests';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { ReviewTime } from '../../../domain/review-time.tsx';
import { useDraft } from '../../../domain/use-draft.ts';
import { useServerForm } from '../../../domain/use-server-form.ts';
import { Field, TextAreaField } from '../../../ui/forms/field.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { TextLink } from '../../../ui/text/link.tsx';
import { useRequestLimit } from '../key-mutations.ts';
import { useReportFailure } from './use-report-failure.ts';

type RequestIncreaseModalProps = { open: boolean; apiKey: ApiKey; onClose: () => void };

export function RequestIncreaseModal({ open, apiKey, onClose }: RequestIncreaseModalProps) {
  const { id, name, environment, rateLimit } = apiKey;
  const request = useRequestLimit(apiKey);
  const { form, field, busy, submit, control, formState } = useServerForm({
    schema: useMemo(() => rateLimitForm(rateLimit), [rateLimit]),
    mode: 'onTouched',
    defaultValues: { reason: '' },
    send: async (values) => {
      await request.mutateAsync(values);
      dropDraft();
      onClose();
    },
    onFailure: useReportFailure('Failed to submit rate limit request', open),
  });
  const dropDraft = useDraft(`request-limit-${id}`, form, open);
  const reason = useWatch({ control, name: 'reason' });

  const { errors, isValid } = formState;
  return (
    <Modal
      open={open}
      onClose={onClose}
      onDiscard={dropDraft}
      production={environment === 'PRODUCTION'}
      title="Request Rate Limit Increase"
      description={
        <>
          For <b className="font-medium text-text wrap-anywhere">{name}</b>. <ReviewTime />
        </>
      }
      onSubmit={submit}
      action={{ label: 'Submit Request', disabled: !isValid, busy, busyLabel: 'Submitting...' }}
    >
      <div className="flex flex-col gap-4">
        <Field
          label="Requested rate limit"
          labelEnd={errors.requestedLimit?.type === 'too_big' && <SupportLink />}
          inputMode="numeric"
          autoComplete="off"
          unit="req/sec"
          hint={`Current limit ${rateLimit} req/sec. Up to ${keyLimits.maxRateLimit} req/sec.`}
          {...field('requestedLimit', { valueAsNumber: true })}
        />
        <TextAreaField
          label="Justification"
          hint="Tell us what the key is for and the peak load you expect."
          counter={{ length: reason.trim().length, min: keyLimits.reasonMin }}
          {...field('reason')}
        />
      </div>
    </Modal>
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
