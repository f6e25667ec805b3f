// The operator's socket, with the calls that need to know all features.
import { openOperatorSocket } from '../features/operator/operator-socket.ts';
import type { Deps } from '../runtime/deps.ts';

export const serveOperators = (deps: Deps) => openOperatorSocket(deps);
