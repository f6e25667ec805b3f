import { isEmailVerified } from '@ballast/contract/auth/account-state';
import { keyLimits } from '@ballast/contract/keys/api-keys';
import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft, ArrowUpRight, BookOpen, Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { lazyPartWith } from '../../domain/lazy-part.ts';
import { Page } from '../../domain/page.tsx';
import { portal } from '../../lib/portal.ts';
import { useSession } from '../../session/session-state.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { TextLink } from '../../ui/text/link.tsx';

const LimitRequests = lazyPartWith(() => import('./limit-requests.tsx'), 'LimitRequests', null);

export function SupportScreen() {
  const { user, secondFactorDue } = useSession();
  return (
    <Page title="Support" wide>
      <PageHeader
        title="Support"
        lede="Contact the team or browse the docs."
        action={<BackButton signedIn={user !== null} />}
      />
      <div className="grid gap-3 md:grid-cols-2">
        <ContactCard
          icon={<Mail />}
          title="Email"
          text={`Questions, problems and limits above ${keyLimits.maxRateLimit} req/sec.`}
        >
          <TextLink href={`mailto:${portal.supportEmail}`} className="wrap-anywhere">
            {portal.supportEmail}
          </TextLink>
        </ContactCard>
        <ContactCard icon={<BookOpen />} title="Documentation" text="Guides and the full API reference.">
          <TextLink
            href={portal.docsUrl}
            target="_blank"
            rel="noreferrer"
            className="inline-flex items-center gap-1"
          >
            Open the documentation
            <span className="sr-only">(opens in a new tab)</span>
            <ArrowUpRight className="size-3.5" />
          </TextLink>
        </ContactCard>
      </div>
      {user && isEmailVerified(user) && !secondFactorDue && <LimitRequests key={user.id} />}
    </Page>
  );
}

function BackButton({ signedIn }: { signedIn: boolean }) {
  const navigate = useNavigate();
  return (
    <Button
      icon={<ArrowLeft />}
      className="max-md:order-first max-md:self-start"
      onClick={() => navigate({ to: '/' })}
    >
      {signedIn ? 'Back to Dashboard' : 'Back to Sign In'}
    </Button>
  );
}

type ContactCardProps = { icon: ReactNode; title: string; text: string; children: ReactNode };

function ContactCard({ icon, title, text, children }: ContactCardProps) {
  return (
    <Card className="flex flex-col gap-1 p-5">
      <h2 className="flex items-center gap-2.5 text-section [&_.lucide]:text-text-3">
        {icon}
        {title}
      </h2>
      <p className="text-small text-pretty text-text-2">{text}</p>
      <p className="mt-auto pt-2 text-body">{children}</p>
    </Card>
  );
}
