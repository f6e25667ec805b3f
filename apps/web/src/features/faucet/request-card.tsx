import type { Faucet } from '@ballast/contract/faucet';
import { useMutation } from '@tanstack/react-query';
import { lazyPartWith } from '../../domain/lazy-part.ts';
import { failureMessage } from '../../lib/failure-message.ts';
import { Card } from '../../ui/layout/card.tsx';
import { RequestButton } from './request-button.tsx';
import { requestFailed, requestToast, useRequestTokens } from './use-request-tokens.ts';

// Only a faucet on a real network asks for an address, so most readers don't load the code of forms.
const AddressForm = lazyPartWith(() => import('./address-form.tsx'), 'AddressForm', null);

// The same request as `ballast faucet` makes, for those who have no terminal open.
export function RequestCard({ faucet }: { faucet: Faucet }) {
  return (
    <Card className="p-4 md:p-5">
      {faucet.addressNeeded ? <AddressForm faucet={faucet} /> : <RequestNow faucet={faucet} />}
    </Card>
  );
}

function RequestNow({ faucet }: { faucet: Faucet }) {
  const request = useRequestTokens();
  const { mutate, isPending } = useMutation({
    mutationFn: () => request({}),
    onError: (error) => requestToast.show(failureMessage(error, requestFailed)),
  });
  return <RequestButton faucet={faucet} busy={isPending} onClick={() => isPending || mutate()} />;
}
