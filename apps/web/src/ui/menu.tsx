import { Menu as BaseMenu } from '@base-ui/react/menu';
import type { ComponentProps, ReactElement, ReactNode } from 'react';

export function Menu({ trigger, children }: { trigger: ReactElement; children: ReactNode }) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner positionMethod="fixed" align="end" sideOffset={6} className="z-50 outline-none">
          <BaseMenu.Popup className={popupClass}>{children}</BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

type MenuItemProps = Pick<ComponentProps<typeof BaseMenu.Item>, 'onClick' | 'render'> & {
  icon: ReactNode;
  children: ReactNode;
};

export function MenuItem({ icon, children, ...item }: MenuItemProps) {
  return (
    <BaseMenu.Item {...item} className={itemClass}>
      {icon}
      {children}
    </BaseMenu.Item>
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
  'w-55 rounded-3 border border-line-strong bg-raised p-1 text-text shadow-float outline-none ' +
  'transition-[opacity,translate] duration-(--t-2) data-ending-style:opacity-0 data-ending-style:duration-(--t-1) data-starting-style:opacity-0 motion-safe:data-starting-style:translate-y-1';

const itemClass =
  'flex h-11 cursor-default items-center gap-2.5 rounded-1 px-2.5 text-small font-medium text-text outline-none select-none md:h-8 ' +
  'data-highlighted:bg-active forced-colors:data-highlighted:outline-2 [&_.lucide]:text-text-3';
