// Examples carry the newest sandbox key of a reader who is signed in: masked on screen, whole when copied. The key is held in
// memory alone.
import type { ApiKey, listKeys } from '@ballast/contract/keys/api-keys';
import { maskKey } from '@ballast/contract/keys/mask-key';
import { accessToken, isSignedIn, readStored, sessionKeys } from './stored.ts';

const places = [...document.querySelectorAll<HTMLElement>('.own-key')];
const written = new Map(places.map((place) => [place, place.textContent]));
const shownDots = 8;

let ownKey: Promise<ApiKey | null> | undefined;
let filledIn: string | null = null;

const fetchOwnKey = async (): Promise<ApiKey | null> => {
  const token = accessToken();
  if (!token) return null;
  const path: `/api${typeof listKeys.path}` = '/api/api-keys';
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const response = await fetch(`${path}?environment=SANDBOX&status=active&limit=1`, { headers });
  if (!response.ok) return null;
  const [key] = (await response.json()) as ApiKey[];
  return key && !key.masked ? key : null;
};

export const readOwnKey = () => {
  ownKey ??= fetchOwnKey().catch(() => null);
  return ownKey;
};

const literalOf = ({ dataset }: HTMLElement, key: string) => (dataset.literal ?? '*').replace('*', () => key);

const fillIn = ({ key, name }: ApiKey) => {
  filledIn = key;
  for (const place of places) {
    place.textContent = literalOf(place, maskKey(key, shownDots));
    place.title = `Your sandbox key “${name}”. Copy takes all of it.`;
  }
};

const takeOut = () => {
  filledIn = null;
  ownKey = undefined;
  for (const place of places) {
    place.textContent = written.get(place) ?? '';
    place.removeAttribute('title');
  }
};

// In another tab, or on another page of this one while the browser kept this page for the way back.
export const onSessionEnd = (end: () => void) => {
  const token = readStored(sessionKeys.token);
  addEventListener('storage', ({ key: changed }) => {
    if (changed === null || changed === sessionKeys.token) end();
  });
  addEventListener('pageshow', () => {
    if (readStored(sessionKeys.token) !== token) end();
  });
};

// The text of a block as it is copied.
export const wholeText = (block: Element) => {
  const copy = block.cloneNode(true) as Element;
  for (const place of copy.querySelectorAll<HTMLElement>('.own-key'))
    if (filledIn) place.textContent = literalOf(place, filledIn);
  return copy.textContent;
};

export const showOwnKey = async () => {
  if (!places.length || !isSignedIn()) return;
  onSessionEnd(takeOut);
  const key = await readOwnKey();
  if (key && isSignedIn()) fillIn(key);
};
