import type { Faucet } from '@ballast/contract/faucet';
import { faucetLimits } from '@ballast/contract/faucet-limits';
import type { ComponentProps } from 'react';
import { Button } from '../../ui/actions/button.tsx';

type Props = ComponentProps<typeof Button> & { faucet: Faucet };

export function RequestButton({ faucet, ...native }: Props) {
  return (
    <Button
      variant="primary"
      className="w-full"
      disabled={faucet.nextClaimAt !== null}
      busyLabel="Requesting..."
      {...native}
    >
      Request {faucetLimits.amount} Tokens
    </Button>
  );
}
