import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { ButtonLink } from '../../../ui/actions/button.tsx';
import { onPlainClick } from '../../../ui/text/link.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    // The page of a key was opened from the list, to which the back button returns.
    opensKey?: boolean;
  }
}

// From the list one goes back to it, so that it is where it was left. A page that was opened by its address goes on to it.
export const useShowList = () => {
  const router = useRouter();
  const navigate = useNavigate();
  const cameFromList = useRouterState({ select: ({ location }) => location.state.opensKey === true });
  return () => {
    if (cameFromList) router.history.back();
    else navigate({ to: '/dashboard', replace: true });
  };
};

const useListLink = () => onPlainClick(useShowList());

export function BackToList() {
  const showList = useListLink();
  return (
    <p className="mb-3">
      <a
        href="/dashboard"
        onClick={showList}
        className="-ml-1 inline-flex h-9 items-center gap-1 rounded-1 pr-2 text-small font-medium text-text-2 transition-colors hover:text-text md:h-7"
      >
        <ChevronLeft className="size-3.5 stroke-[1.9]" />
        API Keys
      </a>
    </p>
  );
}

export function ShowAllKeys() {
  const showList = useListLink();
  return (
    <ButtonLink href="/dashboard" onClick={showList}>
      Show All Keys
    </ButtonLink>
  );
}
