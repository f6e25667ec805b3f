import { confirmSavedCodes } from '@ballast/contract/auth/second-factor-calls';
import { Copy, Download, Printer } from 'lucide-react';
import { createPortal } from 'react-dom';
import { portal } from '../../../../lib/portal.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { call } from '../../../../session/api.ts';
import { useSession } from '../../../../session/session-state.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { copyText } from '../../../../ui/text/copy-button.tsx';
import { useSecurityChanged } from '../account-security.ts';

const inGroups = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`;

const codesTitle = (email: string) => `${portal.brandName} recovery codes for ${email}`;

const codesFile = (codes: string[], email: string) => ({
  name: `${portal.brandName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-recovery-codes.txt`,
  type: 'text/plain',
  text: [codesTitle(email), 'Each code works once.', '', ...codes.map(inGroups), ''].join('\n'),
});

type SaveCodesModalProps = { open: boolean; codes: string[]; onClose: () => void };

// The codes are shown once, so only this dialog's own button closes it.
export function SaveCodesModal({ open, codes, onClose }: SaveCodesModalProps) {
  const email = useSession().user?.email ?? '';
  const changed = useSecurityChanged();
  const finish = () => {
    onClose();
    // Without it the security page goes on asking, which does no harm.
    call(confirmSavedCodes).then(changed, () => {});
  };
  return (
    <Modal
      open={open}
      alert
      shownOnce
      onClose={onClose}
      title="Save Your Recovery Codes"
      description="Use a code to sign in if you lose your device. Each works once. You won’t see them again."
      actions={
        <Button variant="primary" onClick={finish}>
          I’ve Saved My Codes
        </Button>
      }
    >
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-2 border border-line bg-inset px-4 py-3.5 text-center font-mono text-mono"
      >
        {codes.map((code) => (
          <li key={code}>{inGroups(code)}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          data-modal-first=""
          size="small"
          icon={<Copy />}
          onClick={(event) => copyText(codes.map(inGroups).join('\n'), event.currentTarget)}
        >
          Copy
        </Button>
        <Button size="small" icon={<Download />} onClick={() => saveFile(codesFile(codes, email))}>
          Download
        </Button>
        <Button size="small" icon={<Printer />} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {open && <PrintSheet codes={codes} email={email} />}
    </Modal>
  );
}

// On paper there is nothing but this.
function PrintSheet({ codes, email }: { codes: string[]; email: string }) {
  return createPortal(
    <div className="print-sheet" aria-hidden="true">
      <h1>{codesTitle(email)}</h1>
      <p>Each code works once.</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>{inGroups(code)}</li>
        ))}
      </ul>
    </div>,
    document.body,
  );
}
