// The frame of every form control: a label row above, and below it a hint, which a warning or an error replaces.
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';

export type FieldText = {
  label: string;
  hint?: ReactNode;
  // The value is accepted all the same.
  warning?: string | undefined;
  error?: string | undefined;
  optional?: boolean | undefined;
  // At the right end of the label row, for a link that belongs to this field.
  labelEnd?: ReactNode;
};

type FieldShellProps = FieldText & {
  id: string;
  counter?: ReactNode;
  labelHidden?: boolean | undefined;
  children: ReactNode;
};

export const controlClass =
  'w-full rounded-2 border border-control bg-field px-3 text-touch text-text transition-[border-color,box-shadow] md:text-body ' +
  'focus-visible:border-focus focus-visible:outline-0 focus-visible:shadow-[0_0_0_3px_var(--focus-halo)] forced-colors:focus-visible:outline-2 ' +
  'aria-invalid:border-danger aria-invalid:focus-visible:border-danger aria-invalid:focus-visible:shadow-[0_0_0_3px_var(--danger-halo)] ' +
  'disabled:border-line disabled:bg-subtle disabled:text-text-3';

// Splits the props of a field: texts for the shell, attributes and ids for the control.
export function useField<Native>({
  id,
  label,
  hint,
  warning,
  error,
  optional,
  labelEnd,
  ...native
}: Native & FieldText & { id?: string | undefined }) {
  const ownId = useId();
  const controlId = id ?? ownId;
  return {
    shell: { id: controlId, label, hint, warning, error, optional, labelEnd },
    control: {
      ...native,
      id: controlId,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': error || warning || hint ? noteId(controlId) : undefined,
    },
  };
}

export function FieldShell({ counter, labelHidden, children, ...text }: FieldShellProps) {
  const { id, label, hint, warning, error, optional, labelEnd } = text;
  const aside = labelEnd ?? (optional ? 'Optional' : undefined);
  return (
    <div className="flex flex-col gap-1.5">
      <div className={cx('flex items-baseline justify-between gap-3', labelHidden && 'sr-only')}>
        <label htmlFor={id} className="text-small font-medium text-text">
          {label}
        </label>
        {aside && <span className="text-small text-text-3">{aside}</span>}
      </div>
      {children}
      {(error || warning || hint || counter) && (
        <div className="flex items-start justify-between gap-4 text-small">
          <Note id={noteId(id)} hint={hint} warning={warning} error={error} />
          {counter}
        </div>
      )}
    </div>
  );
}

type NoteProps = { id: string } & Pick<FieldText, 'hint' | 'warning' | 'error'>;

function Note({ id, hint, warning, error }: NoteProps) {
  if (error) {
    return (
      <p id={id} className="flex gap-1.5 text-danger">
        <CircleAlert className="mt-0.5 size-3.5 stroke-[1.9]" />
        {error}
      </p>
    );
  }
  // It appears when the field has lost the focus, so screen readers announce it.
  if (warning) {
    return (
      <p id={id} role="status" className="flex gap-1.5 text-pretty text-prod">
        <TriangleAlert className="mt-0.5 size-3.5 stroke-[1.9]" />
        {warning}
      </p>
    );
  }
  return (
    <p id={id} className="text-pretty text-text-3">
      {hint}
    </p>
  );
}

function noteId(id: string) {
  return `${id}-note`;
}
