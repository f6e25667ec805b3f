import type { User } from '@ballast/contract/profile';

export const displayName = (user: User) => user.fullName || user.email;

const initials = (name: string) => {
  const words = name.split(/[\s@._-]+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0]);
  return letters.join('').toUpperCase();
};

export function Avatar({ user }: { user: User }) {
  return (
    <span
      aria-hidden="true"
      className="flex size-7 flex-none items-center justify-center rounded-full border border-line-strong bg-avatar text-caption font-medium text-text"
    >
      {initials(displayName(user))}
    </span>
  );
}
