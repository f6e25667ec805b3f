// The list of a select lies above everything else, dialogs too, and follows its control when the page moves.
import { Check } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';

export type SelectOption<Value extends string> = { value: Value; label: string };

type SelectListProps = {
  id: string;
  label: string;
  controlId: string;
  options: readonly SelectOption<string>[];
  chosen: number;
  active: number;
  onActive: (place: number) => void;
  onChoose: (place: number) => void;
};

export const optionId = (listId: string, place: number) => `${listId}-${place}`;

export function SelectList({ id, label, controlId, options, active, ...props }: SelectListProps) {
  const { chosen, onActive, onChoose } = props;
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const control = document.getElementById(controlId);
    const popup = list.current;
    if (!control || !popup) return;
    const follow = () => place(popup, control.getBoundingClientRect());
    popup.showPopover();
    follow();
    window.addEventListener('scroll', follow, true);
    window.addEventListener('resize', follow);
    return () => {
      window.removeEventListener('scroll', follow, true);
      window.removeEventListener('resize', follow);
    };
  }, [controlId]);
  useLayoutEffect(() => {
    document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  return (
    <div
      ref={list}
      id={id}
      popover="manual"
      role="listbox"
      aria-label={label}
      // The focus stays on the control.
      onMouseDown={(event) => event.preventDefault()}
      className={popupClass}
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the control has the focus and hears the keys
        <div
          key={option.value}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          data-highlighted={index === active ? '' : undefined}
          onPointerMove={() => index !== active && onActive(index)}
          onClick={() => onChoose(index)}
          className={itemClass}
        >
          <span className="truncate">{option.label}</span>
          {index === chosen && <Check className="flex-none text-accent" />}
        </div>
      ))}
    </div>
  );
}

const gap = 5;
const edge = 8;

// Below the control, or above it where there is more room and it is needed.
const place = (popup: HTMLElement, control: DOMRect) => {
  const below = window.innerHeight - control.bottom - gap - edge;
  const above = control.top - gap - edge;
  const upwards = popup.scrollHeight > below && above > below;
  Object.assign(popup.style, {
    width: `${control.width}px`,
    maxHeight: `${upwards ? above : below}px`,
    top: upwards ? 'auto' : `${control.bottom + gap}px`,
    bottom: upwards ? `${window.innerHeight - control.top + gap}px` : 'auto',
  });
  const furthest = document.documentElement.clientWidth - popup.offsetWidth - edge;
  popup.style.left = `${Math.max(Math.min(control.left, furthest), 0)}px`;
};

const popupClass =
  'fixed inset-auto m-0 min-w-36 overflow-y-auto rounded-3 border border-line-strong bg-raised p-1 text-text shadow-float ' +
  'transition-[opacity,translate] duration-(--t-2) starting:opacity-0 motion-safe:starting:translate-y-1';

const itemClass =
  'flex h-11 cursor-default items-center justify-between gap-3 rounded-1 px-2.5 text-touch font-medium text-text outline-none select-none ' +
  'data-highlighted:bg-active md:h-8 md:text-small forced-colors:data-highlighted:outline-2 forced-colors:data-highlighted:outline-solid';
