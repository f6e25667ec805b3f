import { type Faucet, faucetLimits, requestTokens } from '@ballast/contract/faucet';
import { useQueryClient } from '@tanstack/react-query';
import { atFieldsOrToast, useServerForm } from '../../domain/use-server-form.ts';
import { call } from '../../session/api.ts';
import { Button } from '../../ui/actions/button.tsx';
import { failureToast, showToast } from '../../ui/feedback/toast.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { faucetQuery } from './faucet-query.ts';

const toast = failureToast('faucet-failed');

// The same request as `ballast faucet` makes, for those who have no terminal open.
export function RequestCard({ faucet }: { faucet: Faucet }) {
  const client = useQueryClient();
  const { field, busy, submit, reset } = useServerForm({
    defaultValues: { address: '' },
    send: async ({ address }) => {
      toast.clear();
      await call(requestTokens, { body: faucet.addressNeeded ? { address } : {} });
      reset();
      showToast.success(`${faucetLimits.amount} test tokens requested`);
      await client.invalidateQueries({ queryKey: faucetQuery.queryKey });
    },
    onFailure: atFieldsOrToast('Couldn’t request test tokens. Please try again.', toast.show),
  });
  return (
    <Card className="p-4 md:p-5">
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {faucet.addressNeeded && (
          <Field
            label="Address"
            placeholder="0x…"
            autoComplete="off"
            spellCheck={false}
            {...field('address')}
          />
        )}
        <Button
          type="submit"
          variant="primary"
          disabled={faucet.nextClaimAt !== null}
          busy={busy}
          busyLabel="Requesting..."
        >
          Request {faucetLimits.amount} Tokens
        </Button>
      </form>
    </Card>
  );
}
