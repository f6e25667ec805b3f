import type { Reply } from '@ballast/contract/endpoint';
import type { listConnections } from '@ballast/contract/provider-calls';

export const connectionsKey = ['connections'];

export type Connection = Reply<typeof listConnections>[number];

export const accountName = ({ username, email }: Connection) => (username ? `@${username}` : email);
