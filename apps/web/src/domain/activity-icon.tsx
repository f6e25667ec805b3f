import { type ActivityCategory, categoryOf } from '@ballast/contract/activities';
import {
  Activity,
  Droplets,
  KeyRound,
  LogIn,
  LogOut,
  type LucideIcon,
  Terminal,
  UserRound,
} from 'lucide-react';

const categoryIcons: Record<ActivityCategory, LucideIcon> = {
  api_key: KeyRound,
  account: UserRound,
  auth: LogIn,
  faucet: Droplets,
  other: Activity,
};

const typeIcons = new Map<string, LucideIcon>([
  ['cli_login', Terminal],
  ['cli_token_created', Terminal],
  ['cli_denied', Terminal],
  ['cli_revoked', Terminal],
  ['logout', LogOut],
  ['user_logout', LogOut],
]);

const isFailure = (type: string) => /_(failed|rate_limited)$/.test(type);

export function ActivityIcon({ type }: { type: string }) {
  const Icon = typeIcons.get(type) ?? categoryIcons[categoryOf(type)];
  return <Icon className={isFailure(type) ? 'text-danger' : 'text-text-3'} />;
}
