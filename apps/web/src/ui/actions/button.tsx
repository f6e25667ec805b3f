import { type ComponentProps, type ReactNode, useImperativeHandle, useRef } from 'react';
import { cx } from '../cx.ts';
import { Spinner } from '../feedback/loading.tsx';
import { useRestoredFocus } from '../overlays/focus.ts';

type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'ghost-danger' | 'danger' | 'production';
type ButtonSize = 'small' | 'default' | 'large';

type Look = { variant?: ButtonVariant | undefined; size?: ButtonSize | undefined };

type ButtonProps = ComponentProps<'button'> &
  Look & {
    icon?: ReactNode;
    busy?: boolean | undefined;
    // It can be pressed later. Until then the caller ignores a press. Unlike a disabled button it keeps the focus.
    waits?: boolean | undefined;
    busyLabel?: string | undefined;
  };

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-primary text-on-primary shadow-button hover:bg-primary-hover',
  secondary: 'border-line-strong bg-surface text-text shadow-button hover:bg-subtle',
  ghost: 'border-transparent text-text-2 hover:bg-hover hover:text-text',
  'ghost-danger': 'border-transparent text-text-2 hover:bg-danger-soft hover:text-danger',
  danger: 'border-transparent bg-danger-fill text-on-danger shadow-button hover:brightness-95',
  production: 'border-transparent bg-prod-fill text-on-prod shadow-button hover:brightness-95',
};

const sizes: Record<ButtonSize, string> = {
  small:
    'h-9 rounded-1 px-2.5 text-small md:h-7 [&_span]:gap-1.5 [&_.lucide]:size-3.5 [&_.lucide]:stroke-[1.9]',
  default: 'h-11 rounded-2 px-3.5 text-body md:h-9',
  large: 'h-11 rounded-2 px-3.5 text-body md:h-10',
};

const shape =
  'inline-flex flex-none items-center justify-center border font-medium whitespace-nowrap transition-colors select-none disabled:pointer-events-none disabled:text-text-3 aria-disabled:pointer-events-none aria-disabled:text-text-3';
const disabledFill =
  'disabled:border-line disabled:bg-subtle disabled:shadow-none aria-disabled:border-line aria-disabled:bg-subtle aria-disabled:shadow-none';

function buttonClass({ variant = 'secondary', size = 'default' }: Look) {
  return cx(shape, variants[variant], sizes[size], !variant.startsWith('ghost') && disabledFill);
}

// A button that can be busy holds both of its contents, one hidden, so that its width never changes.
export function Button({
  ref,
  variant,
  size,
  icon,
  busy,
  busyLabel,
  waits,
  disabled,
  className,
  children,
  ...native
}: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useImperativeHandle(ref, () => button.current as HTMLButtonElement);
  useRestoredFocus(button, busy);
  return (
    <button
      ref={button}
      type="button"
      {...native}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...(waits && { 'aria-disabled': true })}
      className={cx(buttonClass({ variant, size }), className)}
    >
      {busy === undefined ? (
        <Content icon={icon}>{children}</Content>
      ) : (
        <span className="grid justify-items-center">
          <Content icon={icon} hidden={busy}>
            {children}
          </Content>
          <Content icon={<Spinner />} hidden={!busy}>
            {busyLabel ?? children}
          </Content>
        </span>
      )}
    </button>
  );
}

// The one button below the words of a page.
export function PageButton(props: ButtonProps) {
  return <Button variant="primary" size="large" className="mt-6 w-full" {...props} />;
}

export function ButtonLink({
  variant,
  size,
  icon,
  className,
  children,
  ...native
}: ComponentProps<'a'> & Look & { icon?: ReactNode }) {
  return (
    <a {...native} className={cx(buttonClass({ variant, size }), className)}>
      <Content icon={icon}>{children}</Content>
    </a>
  );
}

function Content({ icon, hidden, children }: { icon: ReactNode; hidden?: boolean; children: ReactNode }) {
  return (
    <span className={cx('col-start-1 row-start-1 inline-flex items-center gap-2', hidden && 'invisible')}>
      {icon}
      {children}
    </span>
  );
}
