// Failures that are known without an answer of the server.
import { ApiError } from '@ballast/contract/http/client';
import { errors, errorTexts } from '@ballast/contract/http/errors';

export const unreachable = () => new ApiError(0, { code: 'unreachable', message: errorTexts.unreachable });
export const unauthorized = () =>
  new ApiError(401, { code: 'unauthorized', message: errors.unauthorized.message });
