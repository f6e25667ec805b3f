import type { ReactNode } from 'react';
import { ThemeToggle } from '../actions/icon-button.tsx';
import { cx } from '../cx.ts';
import { Hull } from './hull.tsx';
import { Brand } from './mark.tsx';

type PageFrameProps = {
  // It is left out where the page itself opens with the mark.
  brandName?: string;
  hull?: boolean;
  // A wide page has the column of a longer form, 600 instead of 360 px.
  wide?: boolean;
  children: ReactNode;
};

export function PageFrame({ brandName, hull = false, wide = false, children }: PageFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-14 flex-none items-center justify-between px-5">
        {brandName === undefined ? (
          <span />
        ) : (
          <a href="/" className="rounded-1">
            <Brand name={brandName} />
          </a>
        )}
        <ThemeToggle />
      </header>
      <main
        className={cx(
          'flex flex-1 flex-col px-5 py-8',
          // A form that grows while somebody types must not move the field, so its top is fixed.
          hull ? 'before:flex-3 after:flex-3' : 'md:pt-[15vh]',
        )}
      >
        <div className={cx('mx-auto w-full', wide ? 'max-w-onboarding' : 'max-w-auth')}>{children}</div>
      </main>
      {hull && <Hull />}
    </div>
  );
}
