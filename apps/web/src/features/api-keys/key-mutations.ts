// The mutations of keys. The toasts are shown here, because the dialog may be closed before the server answers.
import type { ApiKey, Environment } from '@ballast/contract/keys/api-keys';
import * as contract from '@ballast/contract/keys/api-keys';
import type { Grace } from '@ballast/contract/keys/key-grace';
import type { GivenRestrictions } from '@ballast/contract/keys/key-restrictions';
import { requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import { useMutation, useMutationState } from '@tanstack/react-query';
import { failureMessage } from '../../lib/failure-message.ts';
import { call } from '../../session/api.ts';
import { showToast } from '../../ui/feedback/toast.tsx';
import { moveFocusFrom, moveFocusFromGrace, moveFocusToAction } from './focus.ts';
import { addKey, type Change, renameKey, replaceKey, useChangeKeys, useShowChange } from './keys-query.ts';
import { useOfferUndo } from './undo-delete.ts';

const rotateMutation = ['rotate-key'];
const deleteMutation = ['delete-key'];
const deleteManyMutation = ['delete-keys'];

type KeyMutation<Sent, Answer> = {
  mutationKey?: string[];
  mutationFn: (sent: Sent) => Promise<Answer>;
  onSettled?: (answer: Answer | undefined, error: Error | null, sent: Sent) => void;
  onAnswer?: (answer: Answer, sent: Sent) => void;
  change: (answer: Answer, sent: Sent) => Change;
  // What is said when it is done.
  done: string | ((answer: Answer, sent: Sent) => void);
  // A form shows its failures itself.
  failed?: string;
  onFailure?: (sent: Sent) => void;
};

const useKeyMutation = <Sent, Answer>(
  environment: Environment,
  { onAnswer, change, done, failed, onFailure, ...mutation }: KeyMutation<Sent, Answer>,
) => {
  const changeKeys = useChangeKeys(environment);
  return useMutation({
    ...mutation,
    onSuccess: async (answer: Answer, sent: Sent) => {
      onAnswer?.(answer, sent);
      await changeKeys(change(answer, sent));
      if (typeof done === 'string') showToast.success(done);
      else done(answer, sent);
    },
    onError: (error, sent) => {
      onFailure?.(sent);
      if (!failed) return;
      showToast.error(failureMessage(error, failed));
      return changeKeys((keys) => keys);
    },
  });
};

export const useCreateKey = (environment: Environment) =>
  useKeyMutation(environment, {
    mutationFn: (key: GivenRestrictions & { name: string }) =>
      call(contract.createKey, { body: { ...key, environment } }),
    change: addKey,
    done: 'API key created',
  });

// The new name is shown at once, and the old one again if the portal refuses it.
export const useRenameKey = ({ id, environment, name: before }: ApiKey) => {
  const showChange = useShowChange(environment);
  const changeKeys = useChangeKeys(environment);
  return useMutation({
    onMutate: (name) => showChange(renameKey(id, name)),
    mutationFn: (name: string) => call(contract.updateKey, { params: { id }, body: { name } }),
    onSuccess: async (renamed) => {
      await changeKeys(replaceKey(renamed));
      showToast.success('API key renamed');
    },
    onError: () => changeKeys(renameKey(id, before)),
  });
};

export const useRestrictKey = ({ id, environment }: ApiKey) =>
  useKeyMutation(environment, {
    mutationFn: (body: GivenRestrictions) => call(contract.updateKey, { params: { id }, body }),
    change: replaceKey,
    done: 'Restrictions saved',
  });

export const useRotateKey = (environment: Environment) =>
  useKeyMutation(environment, {
    mutationKey: rotateMutation,
    mutationFn: ({ id, graceSeconds }: { id: string; graceSeconds: Grace }) =>
      call(contract.rotateKey, { params: { id }, ...(graceSeconds ? { body: { graceSeconds } } : {}) }),
    change: replaceKey,
    done: 'API key rotated',
    failed: 'Failed to rotate API key',
    onSettled: (_rotated, _error, { id }) => moveFocusToAction('rotate', id),
  });

// `onDeleted` leaves the place where the key was shown.
export const useDeleteKey = (environment: Environment, onDeleted = () => {}) => {
  const offerUndo = useOfferUndo(environment);
  return useKeyMutation(environment, {
    mutationKey: deleteMutation,
    mutationFn: ({ id }: ApiKey) => call(contract.deleteKey, { params: { id } }),
    onAnswer: (_, { id }) => {
      moveFocusFrom(id);
      onDeleted();
    },
    change:
      (_, { id }) =>
      (keys) =>
        keys.filter((key) => key.id !== id),
    done: ({ message }, key) => {
      if (environment === 'SANDBOX') offerUndo([key]);
      else showToast.success(message);
    },
    failed: 'Failed to delete API key',
    onFailure: ({ id }) => moveFocusToAction('delete', id),
  });
};

export const useEndGrace = (environment: Environment) =>
  useKeyMutation(environment, {
    mutationFn: ({ id }: ApiKey) => call(contract.endGrace, { params: { id } }),
    onAnswer: ({ id }) => moveFocusFromGrace(id),
    change: replaceKey,
    done: 'Old key revoked',
    failed: 'Couldn’t revoke the old key',
  });

export const useDeleteKeys = (environment: Environment, onDeleted = () => {}) => {
  const offerUndo = useOfferUndo(environment);
  return useKeyMutation(environment, {
    mutationKey: deleteManyMutation,
    mutationFn: (keys: ApiKey[]) => call(contract.deleteKeys, { body: { ids: keys.map(({ id }) => id) } }),
    onAnswer: onDeleted,
    change:
      ({ revoked }) =>
      (keys) =>
        keys.filter((key) => !revoked.includes(key.id)),
    done: ({ revoked }, keys) => {
      if (environment === 'SANDBOX') offerUndo(keys);
      else showToast.success(`${revoked.length} API ${revoked.length === 1 ? 'key' : 'keys'} deleted`);
    },
    failed: 'Failed to delete API keys',
  });
};

export const useRequestLimit = (apiKey: ApiKey) =>
  useKeyMutation(apiKey.environment, {
    mutationFn: (body: { requestedLimit: number; reason: string }) =>
      call(requestRateLimit, { params: { id: apiKey.id }, body }),
    change: ({ request }) => replaceKey({ ...apiKey, latestRequest: request }),
    done: ({ message }) => {
      showToast.success(message);
    },
  });

const getKeyIds = (mutation: { state: { variables: unknown } }) =>
  [mutation.state.variables as ApiKey | ApiKey[]].flat().map(({ id }) => id);

const usePendingKeyIds = (mutationKey: string[]) =>
  useMutationState({ filters: { mutationKey, status: 'pending' }, select: getKeyIds }).flat();

export const useBusyKeys = () => ({
  rotating: usePendingKeyIds(rotateMutation),
  deleting: [...usePendingKeyIds(deleteMutation), ...usePendingKeyIds(deleteManyMutation)],
});
