import type { ApiKey, Environment } from '@ballast/contract/keys/api-keys';
import { refreshProfile } from '../../../session/profile.ts';
import { CompleteProfileModal } from './complete-profile-modal.tsx';
import { CreateModal } from './create-modal.tsx';
import { RenameModal } from './rename-modal.tsx';
import { RequestDetailsModal } from './request-details-modal.tsx';
import { RequestIncreaseModal } from './request-increase-modal.tsx';
import { RotateModal } from './rotate-modal.tsx';
import { DeleteManyModal, DeleteModal, EndGraceModal } from './stop-key-modals.tsx';

export type KeyAction = 'rename' | 'rotate' | 'end-grace' | 'delete' | 'request-limit' | 'show-request';

export type KeyModal =
  | { kind: 'create' | 'complete-profile' }
  | { kind: 'delete-many'; keys: ApiKey[] }
  | { kind: KeyAction; apiKey: ApiKey };

type KeyModalsProps = {
  // All dialogs share one state, so that only one can be open.
  dialog: {
    content: KeyModal;
    open: boolean;
    close: () => void;
    openAgain: () => void;
    replace: (modal: KeyModal) => void;
  };
  environment: Environment;
  // The new key shall be seen, whatever was searched for.
  onCreated?: () => void;
  onDeleted?: () => void;
  onManyDeleted?: () => void;
};

export function KeyModals(props: KeyModalsProps) {
  const { environment, onCreated, onDeleted, onManyDeleted } = props;
  const { content, open, close, openAgain, replace } = props.dialog;
  const modal = { open, onClose: close };

  // The server found the profile incomplete, so the profile that this page holds is stale and is fetched again.
  const completeProfile = async () => {
    await refreshProfile().catch(() => {});
    replace({ kind: 'complete-profile' });
  };

  switch (content.kind) {
    case 'create':
      return (
        <CreateModal
          {...modal}
          environment={environment}
          onCreated={onCreated}
          onProfileIncomplete={completeProfile}
        />
      );
    case 'complete-profile':
      return <CompleteProfileModal {...modal} />;
    case 'rename':
      return <RenameModal {...modal} onOpenAgain={openAgain} apiKey={content.apiKey} />;
    case 'rotate':
      return <RotateModal {...modal} apiKey={content.apiKey} />;
    case 'end-grace':
      return <EndGraceModal {...modal} apiKey={content.apiKey} />;
    case 'delete':
      return <DeleteModal {...modal} apiKey={content.apiKey} onDeleted={onDeleted} />;
    case 'delete-many':
      return (
        <DeleteManyModal {...modal} environment={environment} keys={content.keys} onDeleted={onManyDeleted} />
      );
    case 'request-limit':
      return <RequestIncreaseModal {...modal} apiKey={content.apiKey} />;
    case 'show-request':
      return <RequestDetailsModal {...modal} request={content.apiKey.latestRequest} />;
  }
}
