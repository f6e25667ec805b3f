import { Badge } from '../ui/badge.tsx';
import { type Environment, environmentNames } from './environment.ts';

type EnvironmentBadgeProps = {
  environment: Environment;
  // The solid badge is for places where it is the only sign of the environment.
  solid?: boolean;
};

export function EnvironmentBadge({ environment, solid }: EnvironmentBadgeProps) {
  const name = environmentNames[environment];
  if (environment === 'sandbox') return <Badge variant="sandbox">{name}</Badge>;
  return <Badge variant={solid ? 'production-solid' : 'production'}>{name}</Badge>;
}
