// Restores what was typed into a form after its dialog was closed by mistake or another tab was opened.
import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { dropDraft, keepDraft, readDraft } from '../session/drafts.ts';

type DraftForm<Form extends FieldValues, Sent> = Pick<
  UseFormReturn<Form, unknown, Sent>,
  'formState' | 'getFieldState' | 'getValues' | 'setValue'
>;

// `open` is false while the dialog of the form is closed. The returned function drops the draft, after a cancel or a submit.
export const useDraft = <Form extends FieldValues, Sent>(
  name: string,
  form: DraftForm<Form, Sent>,
  open = true,
) => {
  // Reading it makes the form track which fields were changed.
  void form.formState.dirtyFields;
  const dropped = useRef(false);

  const restore = useEffectEvent(() => {
    dropped.current = false;
    for (const [field, value] of Object.entries(readDraft(name)))
      form.setValue(field as Path<Form>, value as PathValue<Form, Path<Form>>, { shouldDirty: true });
  });
  const keep = useEffectEvent(() => {
    if (dropped.current) return;
    const typed = Object.entries(form.getValues()).filter(
      // An unfinished number (NaN) cannot be shown again.
      ([field, value]) => form.getFieldState(field as Path<Form>).isDirty && !Number.isNaN(value),
    );
    keepDraft(name, Object.fromEntries(typed));
  });
  useLayoutEffect(() => {
    if (!open) return;
    restore();
    return () => keep();
  }, [open]);

  return () => {
    dropped.current = true;
    dropDraft(name);
  };
};
