import type { Environment } from '@ballast/contract/keys/api-keys';
import { Badge } from '../ui/text/badge.tsx';
import { environmentNames } from './environment.ts';

type EnvironmentBadgeProps = {
  environment: Environment;
  // The solid badge is for places where it is the only sign of the environment.
  solid?: boolean;
};

export function EnvironmentBadge({ environment, solid }: EnvironmentBadgeProps) {
  const name = environmentNames[environment];
  if (environment === 'SANDBOX') return <Badge variant="sandbox">{name}</Badge>;
  return <Badge variant={solid ? 'production-solid' : 'production'}>{name}</Badge>;
}
