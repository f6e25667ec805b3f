// How the session library names what is wrong with a caller's token.
import { errorTexts } from '@ballast/contract/http/errors';
import { Failure } from '../../runtime/failure.ts';

export const sessionLibraryRefusals = {
  'no token': () => new Failure('no_authorization'),
  'bad token': () => new Failure('bad_jwt'),
  'session ended': () => new Failure('session_not_found', { message: errorTexts.sessionNotFound }),
};
