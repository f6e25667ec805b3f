// A sandbox key that was deleted by mistake comes back for some seconds, by the toast that tells of its deletion.
import { ApiError } from '@ballast/contract/http/client';
import type { ApiKey, Environment } from '@ballast/contract/keys/api-keys';
import { restoreKey, restoreKeys, undoSeconds } from '@ballast/contract/keys/restore-key';
import { failureMessage } from '../../lib/failure-message.ts';
import { formatCount } from '../../lib/numbers.ts';
import { call } from '../../session/api.ts';
import { showToast } from '../../ui/feedback/toast.tsx';
import { moveFocusTo } from './focus.ts';
import { putKeysBack, useChangeKeys } from './keys-query.ts';

type Deleted = Pick<ApiKey, 'id' | 'name'>;

const restore = async (deleted: Deleted[]) => {
  const [first, ...others] = deleted.map(({ id }) => id);
  if (!first) return { restored: [], refused: [] };
  if (others.length) return call(restoreKeys, { body: { ids: [first, ...others] } });
  return { restored: [await call(restoreKey, { params: { id: first } })], refused: [] };
};

const named = (keys: Deleted[]) =>
  keys.length === 1 ? `"${keys[0]?.name}"` : formatCount(keys.length, 'key', 'keys');

const tellRefused = (refused: { message: string }[]) => {
  const [first, ...others] = refused;
  if (!first) return;
  const count = formatCount(refused.length, 'key', 'keys');
  showToast.error(others.length ? `${count} not restored. ${first.message}` : first.message);
};

const isRefused = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

export const useOfferUndo = (environment: Environment) => {
  const changeKeys = useChangeKeys(environment);
  const undo = async (deleted: Deleted[]) => {
    try {
      const { restored, refused } = await restore(deleted);
      await changeKeys(putKeysBack(restored));
      if (restored[0]) {
        showToast.success(`Restored ${named(restored)}`);
        moveFocusTo(restored[0].id);
      }
      tellRefused(refused);
    } catch (error) {
      showToast.error(failureMessage(error, 'Failed to restore API key'));
      await changeKeys((keys) => keys);
      // Without an answer there may be time for another try.
      if (!isRefused(error)) offer(deleted);
    }
  };
  const offer = (deleted: Deleted[]) => {
    const onAccept = () => void undo(deleted);
    showToast.offer(
      `Deleted ${named(deleted)}.`,
      { label: 'Undo', onAccept },
      { id: `undo-${deleted[0]?.id}`, duration: undoSeconds * 1000 },
    );
  };
  return offer;
};
