import { TextButton } from '../text/link.tsx';

// In the footer of a form, whose draft stays until it is saved or discarded.
export function UnsavedChanges({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p className="flex items-center gap-3 text-small text-text-3">
      Unsaved changes
      <TextButton
        variant="quiet"
        onClick={({ currentTarget }) => {
          // The button is about to go, and would take the focus with it.
          currentTarget.form?.querySelector<HTMLElement>('input, textarea')?.focus();
          onDiscard();
        }}
      >
        Discard changes
      </TextButton>
    </p>
  );
}
