import { useNavigate } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { onIntent } from '../../../lib/on-intent.ts';
import { cx } from '../../../ui/cx.ts';
import { onPlainClick } from '../../../ui/text/link.tsx';
import { cardLinkId } from '../focus.ts';

export const loadKeyPage = () => import('../page/key-page.tsx');

// Leads to the page of a key. The router's own link would listen to every navigation, once for each of thousands of cards.
export function KeyLink({
  id,
  className,
  children,
}: {
  id: string;
  className?: string;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  const open = onPlainClick(() => {
    navigate({ to: '/dashboard/keys/$keyId', params: { keyId: id }, state: { opensKey: true } });
  });
  return (
    <a
      id={cardLinkId(id)}
      href={`/dashboard/keys/${id}`}
      onClick={open}
      {...onIntent(loadKeyPage)}
      className={cx(
        'group/link rounded-1 decoration-text-3 underline-offset-[3px] hover:underline',
        className,
      )}
    >
      {children}
      {/* A name alone looks like a title, above all where no pointer hovers. */}
      <ChevronRight
        aria-hidden="true"
        className="ml-0.5 inline size-3.5 flex-none align-[-2px] text-text-3 transition-transform group-hover/link:translate-x-0.5"
      />
    </a>
  );
}
