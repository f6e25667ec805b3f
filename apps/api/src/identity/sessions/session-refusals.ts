// The session library's names for faults of a token.
import { errorTexts } from '@ballast/contract/http/errors';
import { Failure } from '../../runtime/failure.ts';

export const sessionLibraryRefusals = {
  'no token': () => new Failure('no_authorization'),
  'bad token': () => new Failure('bad_jwt'),
  'session ended': () => new Failure('session_not_found', { message: errorTexts.sessionNotFound }),
};
