// The menu of a button, after the pattern of the WAI-ARIA Authoring Practices. Every page of the dashboard has one, so it does
// without a library that would be a fifth of the page's script.
import {
  type ComponentProps,
  cloneElement,
  createContext,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { cx } from '../cx.ts';

// The item that has the focus when the menu opens. A pointer has chosen none yet.
type Opening = 'first' | 'last' | 'none';

const CloseMenu = createContext(() => {});

type MenuProps = {
  trigger: ReactElement<ComponentProps<'button'>>;
  className?: string;
  children: ReactNode;
};

export function Menu({ trigger, className, children }: MenuProps) {
  const [opening, setOpening] = useState<Opening | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const ownId = useId();
  const id = trigger.props.id ?? ownId;
  const open = opening !== null;
  useEffect(() => {
    if (!open) return;
    const leave = ({ target }: Event) => {
      if (!root.current?.contains(target as Node)) setOpening(null);
    };
    document.addEventListener('pointerdown', leave, true);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', leave, true);
      document.removeEventListener('focusin', leave);
    };
  }, [open]);

  const close = () => {
    document.getElementById(id)?.focus();
    setOpening(null);
  };
  const openByArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setOpening(event.key === 'ArrowDown' ? 'first' : 'last');
  };

  return (
    <div ref={root} className={cx('relative flex-none', className)}>
      {cloneElement(trigger, {
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        // A click without a pointer comes from the keyboard or a screen reader.
        onClick: ({ detail }) => setOpening(open ? null : detail === 0 ? 'first' : 'none'),
        onKeyDown: openByArrow,
      })}
      {opening && (
        <CloseMenu value={close}>
          <Popup opening={opening} labelId={id}>
            {children}
          </Popup>
        </CloseMenu>
      )}
    </div>
  );
}

type PopupProps = { opening: Opening; labelId: string; children: ReactNode };

function Popup({ opening, labelId, children }: PopupProps) {
  const close = use(CloseMenu);
  const popup = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (popup.current) begin(popup.current, opening);
  }, [opening]);
  const follow = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Tab') return close();
    if (event.key === 'Escape') {
      event.stopPropagation();
      return close();
    }
    const next = findNext(itemsOf(event.currentTarget), event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <div
      ref={popup}
      role="menu"
      tabIndex={-1}
      aria-labelledby={labelId}
      onKeyDown={follow}
      className={popupClass}
    >
      {children}
    </div>
  );
}

const itemsOf = (popup: HTMLElement) => [...popup.querySelectorAll<HTMLElement>('[role=menuitem]')];

// Its button, and the header that stays at the top.
const upwardsRoom = 120;

const begin = (popup: HTMLElement, opening: Opening) => {
  const { left, bottom, height } = popup.getBoundingClientRect();
  // It ends where its button ends, unless the window begins before.
  if (left < 0) Object.assign(popup.style, { right: 'auto', left: '0' });
  // Near the lower edge of the window it opens upwards.
  if (bottom > window.innerHeight && bottom > 2 * height + upwardsRoom)
    Object.assign(popup.style, { top: 'auto', bottom: '100%', marginBottom: '6px' });
  const items = itemsOf(popup);
  const target = { first: items[0], last: items.at(-1), none: popup }[opening];
  target?.focus({ preventScroll: true });
};

// Arrows go round, and a letter finds the next item that begins with it.
const findNext = (items: HTMLElement[], key: string) => {
  const at = items.indexOf(document.activeElement as HTMLElement);
  if (key === 'ArrowDown') return items[(at + 1) % items.length];
  if (key === 'ArrowUp') return items.at(at < 0 ? -1 : at - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length > 1 || key === ' ') return undefined;
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find((item) =>
    item.textContent.toLowerCase().startsWith(key.toLowerCase()),
  );
};

type MenuItemProps = { icon: ReactNode; onClick: () => void; children: ReactNode };

export function MenuItem({ icon, onClick, children }: MenuItemProps) {
  const close = use(CloseMenu);
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={() => {
        close();
        onClick();
      }}
      onPointerMove={({ currentTarget }) => currentTarget.focus({ preventScroll: true })}
      onPointerLeave={({ currentTarget }) =>
        currentTarget.closest<HTMLElement>('[role=menu]')?.focus({ preventScroll: true })
      }
      className={itemClass}
    >
      {icon}
      {children}
    </button>
  );
}

// Names the account that the menu belongs to. It is not an item, so arrow keys pass over it.
export function MenuHeader({ title, detail }: { title: string; detail: string }) {
  return (
    <div className="-mx-1 mb-1 border-b border-line px-3.5 pt-2 pb-3">
      <p className="truncate text-small font-medium text-text">{title}</p>
      <p className="truncate text-small text-text-3">{detail}</p>
    </div>
  );
}

const popupClass =
  'absolute top-full right-0 z-50 mt-1.5 w-55 rounded-3 border border-line-strong bg-raised p-1 text-text shadow-float outline-none ' +
  'transition-[opacity,translate] duration-(--t-2) starting:opacity-0 motion-safe:starting:translate-y-1';

const itemClass =
  'flex h-11 w-full cursor-default items-center gap-2.5 rounded-1 px-2.5 text-left text-small font-medium text-text outline-none select-none md:h-8 ' +
  'focus:bg-active forced-colors:focus:outline-2 forced-colors:focus:outline-solid [&_.lucide]:text-text-3';
