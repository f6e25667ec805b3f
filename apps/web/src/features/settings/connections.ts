import type { listConnections } from '@ballast/contract/auth/provider-calls';
import type { Reply } from '@ballast/contract/http/endpoint';

export const connectionsKey = ['connections'];

export type Connection = Reply<typeof listConnections>[number];

export const accountName = ({ username, email }: Connection) => (username ? `@${username}` : email);
