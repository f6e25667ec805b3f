// The value of a key that the list holds, or, where the list holds its mask, the value that the portal gives on demand.
import { type ApiKey, getKey, keyMessages } from '@ballast/contract/keys/api-keys';
import { failureMessage } from '../../lib/failure-message.ts';
import { call } from '../../session/api.ts';
import { showToast } from '../../ui/feedback/toast.tsx';
import { replaceKey, useChangeKeys } from './keys-query.ts';

export const useReadValue = ({ id, environment, masked, key }: ApiKey) => {
  const changeKeys = useChangeKeys(environment);
  // It gives null where the portal refused or cannot read the value, and the toast says why.
  return async () => {
    if (!masked) return key;
    try {
      const shown = await call(getKey, { params: { id } });
      if (shown.masked) {
        showToast.error(keyMessages.unreadable);
        return null;
      }
      await changeKeys(replaceKey(shown));
      return shown.key;
    } catch (error) {
      showToast.error(failureMessage(error, 'Failed to read API key'));
      return null;
    }
  };
};
