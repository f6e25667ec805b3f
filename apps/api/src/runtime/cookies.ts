// What a rule may do with the cookies of a call.
import type { CookieSerializeOptions } from '@fastify/cookie';

export type Cookies = {
  get: (name: string) => string | undefined;
  set: (name: string, value: string, options: CookieSerializeOptions) => void;
};
