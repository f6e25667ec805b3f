import { stepUpMethods } from '@ballast/contract/auth/second-factors';
import { useState } from 'react';
import { EnvironmentBadge } from '../../domain/environment-badge.tsx';
import { askForProof } from '../../session/step-up/ask-for-proof.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Modal, ModalCancel } from '../../ui/overlays/modal.tsx';
import { MobileMenu, UserMenu } from './menu-specimens.tsx';
import { Section, Specimens } from './section.tsx';

type Dialog = 'create' | 'create-production' | 'delete' | 'reset' | 'menu';

export function DialogsSection() {
  const [open, setOpen] = useState<Dialog>();
  const close = () => setOpen(undefined);
  const props = (dialog: Dialog) => ({ open: open === dialog, onClose: close });
  return (
    <Section title="Dialogs and menus">
      <Specimens>
        <Button onClick={() => setOpen('create')}>Create Key</Button>
        <Button onClick={() => setOpen('create-production')}>Create Production Key</Button>
        <Button onClick={() => setOpen('delete')}>Delete Key</Button>
        <Button onClick={() => setOpen('reset')}>Check Your Email</Button>
        <Button onClick={() => askForProof(['password'])}>Confirm With Password</Button>
        <Button onClick={() => askForProof([...stepUpMethods])}>Confirm With Any Factor</Button>
        <Button onClick={() => setOpen('menu')}>Mobile Menu</Button>
        <UserMenu />
      </Specimens>
      <CreateModal {...props('create')} />
      <CreateModal {...props('create-production')} production />
      <DeleteModal {...props('delete')} />
      <Modal
        {...props('reset')}
        narrow
        title="Check Your Email"
        actions={
          <Button variant="primary" onClick={close}>
            Back to Sign In
          </Button>
        }
      >
        <p className="text-pretty text-text-2">
          If an account exists for <b className="font-medium text-text">mara@northwind.dev</b>, a reset link
          is on its way.
        </p>
      </Modal>
      <MobileMenu {...props('menu')} />
    </Section>
  );
}

type Opening = { open: boolean; onClose: () => void };

function CreateModal({ open, onClose, production = false }: Opening & { production?: boolean }) {
  return (
    <Modal
      open={open}
      onClose={onClose}
      production={production}
      title="Create New Key"
      badge={production && <EnvironmentBadge environment="PRODUCTION" />}
      description="The key is hidden until you choose to show it."
      onSubmit={(event) => {
        event.preventDefault();
        showToast.success('API key created');
        onClose();
      }}
      actions={
        <>
          <ModalCancel />
          <Button
            type="submit"
            variant={production ? 'production' : 'primary'}
            busy={false}
            busyLabel="Creating..."
          >
            {production ? 'Create Production Key' : 'Create Key'}
          </Button>
        </>
      }
    >
      <Field label="Name" hint="Name it after the service that will use it." />
      {production && (
        <Banner variant="prod">This is a live key. Requests made with it move real funds.</Banner>
      )}
    </Modal>
  );
}

function DeleteModal({ open, onClose }: Opening) {
  return (
    <Modal
      open={open}
      onClose={onClose}
      alert
      production
      title="Delete Key"
      description="This cannot be undone."
      actions={
        <>
          <ModalCancel />
          <Button variant="danger" onClick={onClose}>
            Delete Key
          </Button>
        </>
      }
    >
      <div className="rounded-2 border border-line bg-inset px-3.5 py-2.5">
        <p className="flex items-center gap-2 font-medium">
          payments-api <EnvironmentBadge environment="PRODUCTION" />
        </p>
        <p className="mt-1 font-mono text-mono text-text-2">blst_live_············e07b</p>
      </div>
      <Banner variant="bad">
        Last used <b className="font-medium">just now</b>. Calls that use this key will fail as soon as you
        delete it.
      </Banner>
    </Modal>
  );
}
