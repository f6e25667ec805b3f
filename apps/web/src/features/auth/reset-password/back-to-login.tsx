import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';

export function BackToLogin() {
  return (
    <Link
      to="/auth"
      className="mt-5 -ml-1 inline-flex h-8 items-center gap-2 rounded-1 px-1 text-small font-medium text-text-2 transition-colors hover:text-text"
    >
      <ArrowLeft />
      Back to login
    </Link>
  );
}
