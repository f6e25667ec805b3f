import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { Page } from '../../domain/page.tsx';
import { useSession } from '../../session/session-state.ts';
import { OnboardingForm } from './onboarding-form.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    // A key was to be created, and its dialog opens once the profile is complete.
    createsKey?: boolean;
  }
}

export function OnboardingScreen() {
  const { user } = useSession();
  const navigate = useNavigate();
  const { createsKey } = useLocation({ select: ({ state }) => state });
  // A complete profile unlocks production, so leaving always leads there, also without having finished.
  const leave = useCallback(
    (completed: boolean) => {
      const state = completed && createsKey ? { createsKey } : {};
      return navigate({ to: '/dashboard', search: { env: 'production' }, replace: true, state });
    },
    [navigate, createsKey],
  );

  if (!user) return null;
  return (
    <Page title="Complete Your Profile" wide>
      <h1 className="text-display">Complete Your Profile</h1>
      <p className="mt-1 mb-6 text-body text-pretty text-text-2">
        Production keys unlock once this is done. It takes under a minute.
      </p>
      <OnboardingForm user={user} onLeave={leave} />
    </Page>
  );
}
