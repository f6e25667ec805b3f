// Names the account of a session that came with an address. A stranger may have sent that address to make the visitor work in the
// stranger's account.
import { X } from 'lucide-react';
import { useState } from 'react';
import { stored } from '../session/browser-storage.ts';
import { useSession } from '../session/session-state.ts';
import { IconButton } from '../ui/actions/icon-button.tsx';
import { TextButton } from '../ui/text/link.tsx';
import { Name } from '../ui/text/name.tsx';
import { signOut } from './sign-out.ts';

export function SignedInAs() {
  const { user } = useSession();
  const [, setAccepted] = useState(false);
  if (!user || stored.userFromAddress.read() !== user.id) return null;

  const accept = () => {
    stored.userFromAddress.remove();
    setAccepted(true);
  };
  return (
    <aside
      aria-label="Signed-in account"
      className="flex items-center gap-2 border-b border-line bg-subtle py-1.5 pr-2 pl-5 text-small text-text-2"
    >
      <p className="min-w-0 flex-1 text-pretty">
        Signed in as <Name>{user.email}</Name>{' '}
        <TextButton
          variant="underlined"
          aria-label="Not you? Sign out"
          className="whitespace-nowrap"
          onClick={signOut}
        >
          Not you?
        </TextButton>
      </p>
      <IconButton aria-label="Dismiss" icon={<X />} onClick={accept} />
    </aside>
  );
}
