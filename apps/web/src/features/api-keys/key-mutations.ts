// The mutations of keys. The toasts are shown here, because the dialog may be closed before the server answers.
import type { Environment } from '@ballast/contract/keys/api-keys';
import * as contract from '@ballast/contract/keys/api-keys';
import type { Grace } from '@ballast/contract/keys/key-grace';
import type { GivenRestrictions } from '@ballast/contract/keys/key-restrictions';
import { requestRateLimit } from '@ballast/contract/keys/rate-limit-requests';
import { useMutation, useMutationState } from '@tanstack/react-query';
import { failureMessage } from '../../lib/failure-message.ts';
import { call } from '../../session/api.ts';
import { showToast } from '../../ui/feedback/toast.tsx';
import { buttonId, moveFocus, moveFocusFrom, moveFocusFromGrace } from './focus.ts';
import { addKey, renameKey, replaceKey, useChangeKeys, useShowChange } from './keys-query.ts';

type ApiKey = contract.ApiKey;

const rotateMutation = ['rotate-key'];
const deleteMutation = ['delete-key'];
const deleteManyMutation = ['delete-keys'];

type NewKey = GivenRestrictions & { name: string };

export const useCreateKey = (environment: Environment) => {
  const changeKeys = useChangeKeys(environment);
  return useMutation({
    mutationFn: (key: NewKey) => call(contract.createKey, { body: { ...key, environment } }),
    onSuccess: async (created) => {
      await changeKeys(addKey(created));
      showToast.success('API key created');
    },
  });
};

// The new name is shown at once, and the old one again if the portal refuses it.
export const useRenameKey = (environment: Environment, { id, name: before }: ApiKey) => {
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

export const useRestrictKey = ({ id, environment }: ApiKey) => {
  const changeKeys = useChangeKeys(environment);
  return useMutation({
    mutationFn: (change: GivenRestrictions) => call(contract.updateKey, { params: { id }, body: change }),
    onSuccess: async (restricted) => {
      await changeKeys(replaceKey(restricted));
      showToast.success('Restrictions saved');
    },
  });
};

type Rotation = { id: string; graceSeconds: Grace };

export const useRotateKey = (environment: Environment) => {
  const changeKeys = useChangeKeys(environment);
  return useMutation({
    mutationKey: rotateMutation,
    mutationFn: ({ id, graceSeconds }: Rotation) =>
      call(contract.rotateKey, { params: { id }, ...(graceSeconds ? { body: { graceSeconds } } : {}) }),
    onSuccess: async (rotated) => {
      await changeKeys(replaceKey(rotated));
      showToast.success('API key rotated');
    },
    onError: (error) => {
      showToast.error(failureMessage(error, 'Failed to rotate API key'));
      return changeKeys((keys) => keys);
    },
    onSettled: (_rotated, _error, { id }) => moveFocus(buttonId('rotate', id)),
  });
};

// `onDeleted` leaves the place where the key was shown.
export const useDeleteKey = (environment: Environment, onDeleted = () => {}) => {
  const changeKeys = useChangeKeys(environment);
  return useMutation({
    mutationKey: deleteMutation,
    mutationFn: ({ id }: ApiKey) => call(contract.deleteKey, { params: { id } }),
    onSuccess: async ({ message }, { id }) => {
      moveFocusFrom(id);
      onDeleted();
      await changeKeys((keys) => keys.filter((key) => key.id !== id));
      showToast.success(message);
    },
    onError: (error, { id }) => {
      moveFocus(buttonId('delete', id));
      showToast.error(failureMessage(error, 'Failed to delete API key'));
      return changeKeys((keys) => keys);
    },
  });
};

export const useEndGrace = (environment: Environment) => {
  const changeKeys = useChangeKeys(environment);
  return useMutation({
    mutationFn: ({ id }: ApiKey) => call(contract.endGrace, { params: { id } }),
    onSuccess: async (ended) => {
      moveFocusFromGrace(ended.id);
      await changeKeys(replaceKey(ended));
      showToast.success('The old value has stopped');
    },
    onError: (error) => {
      showToast.error(failureMessage(error, 'Failed to stop the old value'));
      return changeKeys((keys) => keys);
    },
  });
};

export const useDeleteKeys = (environment: Environment, onDeleted = () => {}) => {
  const changeKeys = useChangeKeys(environment);
  return useMutation({
    mutationKey: deleteManyMutation,
    mutationFn: (keys: ApiKey[]) => call(contract.deleteKeys, { body: { ids: keys.map(({ id }) => id) } }),
    onSuccess: async ({ revoked }) => {
      onDeleted();
      await changeKeys((keys) => keys.filter((key) => !revoked.includes(key.id)));
      showToast.success(`${revoked.length} API ${revoked.length === 1 ? 'key' : 'keys'} deleted`);
    },
    onError: (error) => {
      showToast.error(failureMessage(error, 'Failed to delete API keys'));
      return changeKeys((keys) => keys);
    },
  });
};

export const useRequestLimit = (environment: Environment, apiKey: ApiKey) => {
  const changeKeys = useChangeKeys(environment);
  const { id } = apiKey;
  return useMutation({
    mutationFn: (body: { requestedLimit: number; reason: string }) =>
      call(requestRateLimit, { params: { id }, body }),
    onSuccess: async ({ message, request }) => {
      await changeKeys(replaceKey({ ...apiKey, latestRequest: request }));
      showToast.success(message);
    },
  });
};

const getKeyIds = (mutation: { state: { variables: unknown } }) =>
  [mutation.state.variables as ApiKey | ApiKey[]].flat().map(({ id }) => id);

const usePendingKeyIds = (mutationKey: string[]) =>
  useMutationState({ filters: { mutationKey, status: 'pending' }, select: getKeyIds }).flat();

// The ids of the keys that are being rotated or deleted.
export const useBusyKeys = () => ({
  rotating: usePendingKeyIds(rotateMutation),
  deleting: [...usePendingKeyIds(deleteMutation), ...usePendingKeyIds(deleteManyMutation)],
});
