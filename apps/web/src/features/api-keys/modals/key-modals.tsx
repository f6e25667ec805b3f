import type { Environment } from '@ballast/contract/keys/api-keys';
import { refreshProfile } from '../../../session/profile.ts';
import type { KeyModal } from '../key-modal.ts';
import { useDeleteKey, useDeleteKeys, useEndGrace, useRotateKey } from '../key-mutations.ts';
import { CompleteProfileModal } from './complete-profile-modal.tsx';
import { CreateModal } from './create-modal.tsx';
import { DeleteManyModal } from './delete-many-modal.tsx';
import { DeleteModal } from './delete-modal.tsx';
import { EndGraceModal } from './end-grace-modal.tsx';
import { RenameModal } from './rename-modal.tsx';
import { RequestDetailsModal } from './request-details-modal.tsx';
import { RequestIncreaseModal } from './request-increase-modal.tsx';
import { RotateModal } from './rotate-modal.tsx';

type KeyModalsProps = {
  modal: KeyModal;
  open: boolean;
  environment: Environment;
  onReplace: (modal: KeyModal) => void;
  // The new key shall be seen, whatever was searched for.
  onCreated?: () => void;
  onDeleted?: () => void;
  onManyDeleted?: () => void;
  onClose: () => void;
  onOpenAgain: () => void;
};

export function KeyModals(props: KeyModalsProps) {
  const { modal, environment, onReplace, onCreated, onDeleted, onManyDeleted, onOpenAgain, ...opening } =
    props;
  const rotate = useRotateKey(environment);
  const end = useEndGrace(environment);
  const remove = useDeleteKey(environment, onDeleted);
  const removeMany = useDeleteKeys(environment, onManyDeleted);
  const confirm = (action: () => void) => () => {
    opening.onClose();
    action();
  };

  // The server found the profile incomplete, so the profile that this page holds is stale and is fetched again.
  const completeProfile = async () => {
    await refreshProfile().catch(() => {});
    onReplace({ kind: 'complete-profile' });
  };

  switch (modal.kind) {
    case 'create':
      return (
        <CreateModal
          {...opening}
          environment={environment}
          onCreated={() => onCreated?.()}
          onProfileIncomplete={completeProfile}
        />
      );
    case 'complete-profile':
      return <CompleteProfileModal {...opening} />;
    case 'rename':
      return <RenameModal {...opening} onOpenAgain={onOpenAgain} apiKey={modal.apiKey} />;
    case 'rotate':
      return (
        <RotateModal
          {...opening}
          apiKey={modal.apiKey}
          onConfirm={(graceSeconds) => confirm(() => rotate.mutate({ id: modal.apiKey.id, graceSeconds }))()}
        />
      );
    case 'end-grace':
      return (
        <EndGraceModal
          {...opening}
          apiKey={modal.apiKey}
          onConfirm={confirm(() => end.mutate(modal.apiKey))}
        />
      );
    case 'delete':
      return (
        <DeleteModal
          {...opening}
          apiKey={modal.apiKey}
          onConfirm={confirm(() => remove.mutate(modal.apiKey))}
        />
      );
    case 'delete-many':
      return (
        <DeleteManyModal
          {...opening}
          keys={modal.keys}
          onConfirm={confirm(() => removeMany.mutate(modal.keys))}
        />
      );
    case 'request-limit':
      return <RequestIncreaseModal {...opening} apiKey={modal.apiKey} />;
    case 'show-request':
      return (
        modal.apiKey.latestRequest && (
          <RequestDetailsModal {...opening} request={modal.apiKey.latestRequest} />
        )
      );
  }
}
