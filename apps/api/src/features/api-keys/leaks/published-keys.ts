// Public keys in the form in which the reporting service publishes them.
import { createPublicKey, type KeyObject } from 'node:crypto';
import * as z from 'zod/mini';

const mostKeys = 100;

const published = z.object({
  public_keys: z
    .array(z.object({ key_identifier: z.string(), key: z.string() }))
    .check(z.maxLength(mostKeys)),
});

// Other curves and kinds of keys sign no report.
const toKey = (pem: string): KeyObject[] => {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? [key] : [];
  } catch {
    return [];
  }
};

export const parseKeys = (text: string) => {
  const { public_keys } = published.parse(JSON.parse(text));
  return new Map(
    public_keys.flatMap(({ key_identifier, key }) =>
      toKey(key).map((parsed) => [key_identifier, parsed] as const),
    ),
  );
};
