// Which scope a gateway needs for the request that it asks about: in ?scope= of the check's address, or in X-Required-Scope.
// A caller may have sent such a header itself, and a gateway that does not replace it passes it on. So every scope that is
// named is needed: naming more of them opens nothing.
import { keyCheckPath } from '@ballast/contract/keys/key-check';
import { remember } from '../../runtime/remember.ts';

export const noScopes: readonly string[] = [];

const questionMark = 63;
const parameter = 'scope=';

const decoded = (text: string) => {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

// Proxies make one list of several lines.
const split = (text: string): readonly string[] => text.split(/[\s,+]+/).filter(Boolean);

// A gateway names the same few scopes again and again.
export const scopesIn = remember(split, { most: 1000, longest: 100 });

// A path behind the check's own is that of the request, and so is its query: Envoy appends both.
export const scopesInAddress = (url: string): readonly string[] => {
  if (url.charCodeAt(keyCheckPath.length) !== questionMark) return noScopes;
  const given = url
    .slice(keyCheckPath.length + 1)
    .split('&')
    .filter((part) => part.startsWith(parameter));
  return given.length ? given.flatMap((part) => scopesIn(decoded(part.slice(parameter.length)))) : noScopes;
};
