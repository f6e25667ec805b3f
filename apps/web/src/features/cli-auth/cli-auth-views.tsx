import { useNavigate } from '@tanstack/react-router';
import { CircleAlert, Mail, X } from 'lucide-react';
import { keepCliAuthReturn } from '../../session/cli-auth-return.ts';
import { PageButton } from '../../ui/actions/button.tsx';
import { SuccessTile } from '../../ui/feedback/announced-tiles.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { StatusTile } from '../../ui/feedback/status-tile.tsx';
import { Name } from '../../ui/text/name.tsx';

const loginCommand = 'ballast login';

export function BadRequest({ message }: { message: string }) {
  return (
    <>
      <StatusTile tone="bad" icon={<CircleAlert />} title="CLI Authentication" />
      <div className="mt-4 mb-5">
        <Banner variant="bad">{message}</Banner>
      </div>
      <p className="text-body text-text-2">
        Run <code className="font-mono text-mono text-text">{loginCommand}</code> again to start over.
      </p>
    </>
  );
}

export function Success({ email }: { email: string }) {
  return (
    <SuccessTile title="Authentication Successful!" lede="You can now return to your terminal.">
      <div
        aria-hidden="true"
        className="mt-6 rounded-2 border border-line bg-inset px-3.5 py-3 font-mono text-mono"
      >
        <p>
          <span className="mr-3 text-text-3">$</span>
          {loginCommand}
        </p>
        <p className="wrap-anywhere text-accent">Signed in as {email}</p>
      </div>
    </SuccessTile>
  );
}

export function Denied() {
  return (
    <div role="status">
      <StatusTile
        icon={<X />}
        title="Request Denied"
        lede="The CLI doesn’t have access to your account. You can close this window."
      />
    </div>
  );
}

export function VerifyFirst({ email }: { email: string }) {
  const navigate = useNavigate();
  const verify = () => {
    keepCliAuthReturn(`${window.location.pathname}${window.location.search}`);
    return navigate({ to: '/verify-email' });
  };
  return (
    <>
      <StatusTile
        icon={<Mail />}
        title="CLI Authentication"
        lede={
          <>
            Verify <Name>{email}</Name> first. Then you come back to this request.
          </>
        }
      />
      <PageButton onClick={verify}>Verify Email</PageButton>
    </>
  );
}
