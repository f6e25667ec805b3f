import { requestsPath } from '@ballast/contract/screens';
import { useNavigate } from '@tanstack/react-router';
import { onPlainClick } from '../ui/text/link.tsx';

// Leads to the requests of the environment.
export const useRequestsLink = () => {
  const navigate = useNavigate();
  return { href: requestsPath, onClick: onPlainClick(() => navigate({ to: requestsPath })) };
};
