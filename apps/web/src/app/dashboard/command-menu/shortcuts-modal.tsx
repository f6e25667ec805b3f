import { nameOfKeys, switchSingleKeys, useSingleKeys } from '../../../domain/shortcuts.ts';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Modal, ModalCancel } from '../../../ui/overlays/modal.tsx';

const groups = [
  {
    name: 'Everywhere',
    shortcuts: [
      ['mod+k', 'Open the command menu'],
      ['?', 'Show these shortcuts'],
      ['mod+z', 'Undo a deletion'],
    ],
  },
  {
    name: 'API Keys',
    shortcuts: [
      ['j', 'Go to the next key'],
      ['k', 'Go to the previous key'],
      ['enter', 'Open the key'],
      ['x', 'Select the key'],
      ['mod+c', 'Copy the key'],
      ['c', 'Create a key'],
      ['esc', 'Stop selecting'],
    ],
  },
] as const;

export function ShortcutsModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const on = useSingleKeys();
  return (
    <Modal
      open={open}
      onClose={onClose}
      title="Keyboard Shortcuts"
      actions={<ModalCancel>Close</ModalCancel>}
    >
      {groups.map(({ name, shortcuts }) => (
        <section key={name} aria-label={name}>
          <h3 className="mb-1 text-caption text-text-3">{name}</h3>
          <dl>
            {shortcuts.map(([keys, does]) => (
              <div
                key={keys}
                className="flex flex-row-reverse items-center justify-between gap-4 border-t border-line py-2 first:border-t-0"
              >
                <dt>
                  <kbd className="rounded-1 border border-line-strong px-1.5 py-0.5 font-sans text-caption text-text-2">
                    {nameOfKeys(keys)}
                  </kbd>
                </dt>
                <dd className="text-body text-text">{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Checkbox
        label="Use single-key shortcuts"
        hint="J, K, X, C and ? work when you aren’t typing."
        checked={on}
        onChange={({ target }) => switchSingleKeys(target.checked)}
      />
    </Modal>
  );
}
