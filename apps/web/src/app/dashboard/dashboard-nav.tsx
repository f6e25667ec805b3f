import { type TabName, tabNames } from '@ballast/contract/screens';
import { Link } from '@tanstack/react-router';
import { ArrowUpRight, BookOpen, LifeBuoy } from 'lucide-react';
import type { ReactNode } from 'react';
import { portal } from '../../lib/portal.ts';
import { cx } from '../../ui/cx.ts';
import { onPlainClick } from '../../ui/text/link.tsx';
import { linkTo, type ShownTab, tabExists } from './place.ts';
import { tabs } from './tabs.tsx';

type DashboardNavProps = ShownTab & { onSelect: (tab: TabName) => void; roomy?: boolean };

// The sidebar shows this list, and so does the mobile menu, with roomier entries.
export function DashboardNav({ tab, environment, onSelect, roomy = false }: DashboardNavProps) {
  return (
    <nav aria-label="Primary">
      <ul className="flex flex-col gap-0.5">
        {tabNames
          .filter((name) => tabExists(name, environment))
          .map((name) => (
            <li key={name}>
              <NavLink
                name={name}
                href={linkTo(name, environment)}
                current={name === tab}
                onSelect={onSelect}
                roomy={roomy}
              />
            </li>
          ))}
      </ul>
      <div className={cx('mx-2.5 border-t border-line', roomy ? 'my-2' : 'my-3')} />
      <a
        href={portal.docsUrl}
        target="_blank"
        rel="noreferrer"
        className={cx(navItemClass(roomy), idleClass)}
      >
        <BookOpen className="text-text-3" />
        Documentation
        <span className="sr-only">(opens in a new tab)</span>
        <ArrowUpRight className="ml-auto text-text-3" />
      </a>
      <Link to="/support" className={cx(navItemClass(roomy), idleClass, 'mt-0.5')}>
        <LifeBuoy className="text-text-3" />
        Support
      </Link>
    </nav>
  );
}

type NavLinkProps = {
  name: TabName;
  href: string;
  current: boolean;
  onSelect: (tab: TabName) => void;
  roomy: boolean;
};

function NavLink({ name, href, current, onSelect, roomy }: NavLinkProps) {
  const { label, icon: Icon, note } = tabs[name];
  return (
    <a
      href={href}
      aria-current={current ? 'page' : undefined}
      onClick={onPlainClick(() => onSelect(name))}
      className={cx(navItemClass(roomy), current ? 'bg-active text-text' : idleClass)}
    >
      {current && <CurrentBar />}
      <Icon className={current ? 'text-env' : 'text-text-3'} />
      {label}
      {note && <span className="ml-auto text-caption font-normal text-text-3">{note}</span>}
    </a>
  );
}

// The bar is on the edge of the window, which is as far away as the padding of the list.
function CurrentBar(): ReactNode {
  return (
    <span
      aria-hidden="true"
      className="absolute inset-y-2 -left-3 w-0.5 rounded-full bg-env forced-colors:border-l-2"
    />
  );
}

export const idleClass = 'text-text-2 hover:bg-hover hover:text-text';

export const navItemClass = (roomy: boolean) =>
  cx(
    'relative flex w-full items-center gap-2.5 rounded-2 px-2.5 text-body font-medium transition-colors',
    roomy ? 'h-11' : 'h-[34px]',
  );
