import * as contract from '@ballast/contract/operator';
import type { Serve } from '../../http/serve.ts';
import type { Deps } from '../../runtime/deps.ts';
import { decideReview, getReview, listReviews } from './review-requests.ts';
import { rotateSecret } from './rotate-secret.ts';

export const operatorRoutes = (serve: Serve, deps: Deps) => {
  serve(contract.listReviews, ({ query }) => listReviews(deps, query));
  serve(contract.getReview, ({ params }) => getReview(deps, params.id));
  serve(contract.decideReview, ({ actor, params, body }) => decideReview(deps, actor, params.id, body));
  serve(contract.rotateSecret, ({ params }) => rotateSecret(deps, params.secret));
};
