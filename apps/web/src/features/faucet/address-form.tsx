import type { Faucet } from '@ballast/contract/faucet';
import { atFieldsOrToast, useServerForm } from '../../domain/use-server-form.ts';
import { Field } from '../../ui/forms/field.tsx';
import { RequestButton } from './request-button.tsx';
import { requestFailed, requestToast, useRequestTokens } from './use-request-tokens.ts';

export function AddressForm({ faucet }: { faucet: Faucet }) {
  const request = useRequestTokens();
  const { field, busy, submit, reset } = useServerForm({
    defaultValues: { address: '' },
    send: async (body) => {
      await request(body);
      reset();
    },
    onFailure: atFieldsOrToast(requestFailed, requestToast.show),
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Address" placeholder="0x…" autoComplete="off" spellCheck={false} {...field('address')} />
      <RequestButton type="submit" faucet={faucet} busy={busy} />
    </form>
  );
}
