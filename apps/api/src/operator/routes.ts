import * as contract from '@ballast/contract/operator';
import type { Deps } from '../deps.ts';
import type { Serve } from '../http/serve.ts';
import { decideRequest, findForReview, listForReview } from './review-requests.ts';
import { rotateEncryptionKey } from './rotate-encryption-key.ts';

export const operatorRoutes = (serve: Serve, deps: Deps) => {
  serve(contract.listReviews, ({ query }) => listForReview(deps, query));
  serve(contract.getReview, ({ params }) => findForReview(deps, params.id));
  serve(contract.decideReview, ({ params, body }) => decideRequest(deps, params.id, body));
  serve(contract.rotateEncryptionKey, () => rotateEncryptionKey(deps));
};
