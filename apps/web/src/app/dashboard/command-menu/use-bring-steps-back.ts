// First steps that were put away come back by a command. Nobody else is offered it.
import { useQuery } from '@tanstack/react-query';
import { firstStepsQuery, usePutAway } from '../../../features/api-keys/first-steps/first-steps-query.ts';
import type { CommandGroup, CommandTargets } from './commands.ts';

export const useBringStepsBack = ({ goTo }: CommandTargets): CommandGroup[] => {
  const { data } = useQuery(firstStepsQuery(false));
  const { mutate } = usePutAway();
  if (!data?.putAway) return [];
  const run = () => {
    goTo({ tab: 'keys', environment: 'SANDBOX' });
    mutate(false);
  };
  return [{ value: 'Help', items: [{ id: 'first-steps', label: 'Show the first steps again', run }] }];
};
