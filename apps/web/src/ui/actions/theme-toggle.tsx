import { Moon, Sun } from 'lucide-react';
import { toggleTheme, useTheme } from '../../lib/theme.ts';
import { IconButton } from './icon-button.tsx';

export function ThemeToggle() {
  const theme = useTheme();
  return (
    <IconButton
      aria-label={theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'}
      icon={theme === 'dark' ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
      tooltipSide="bottom-end"
      onClick={toggleTheme}
    />
  );
}
