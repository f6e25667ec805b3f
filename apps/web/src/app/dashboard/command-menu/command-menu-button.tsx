import { Command } from 'lucide-react';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { shortcut } from './shortcut.ts';

export function CommandMenuButton({ onClick }: { onClick: () => void }) {
  return (
    <IconButton
      aria-label="Command menu"
      aria-keyshortcuts={shortcut.aria}
      aria-haspopup="dialog"
      tooltip={`Command menu (${shortcut.shown})`}
      tooltipSide="bottom"
      icon={<Command aria-hidden="true" />}
      onClick={onClick}
    />
  );
}
