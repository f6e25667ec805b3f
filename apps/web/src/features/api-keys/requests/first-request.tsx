import { routeOf } from '@ballast/contract/http/endpoint';
import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { checkKey } from '@ballast/contract/keys/key-check';
import { maskKey } from '@ballast/contract/keys/mask-key';
import { Spinner } from '../../../ui/feedback/loading.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { CodeLine } from '../../../ui/text/code-block.tsx';
import { useReadValue } from '../key-value.tsx';

const lineWith = (key: string) =>
  `curl ${window.location.origin}${routeOf(checkKey)} --header "Authorization: Bearer ${key}"`;

const shownDots = 8;

// The line is shown with the key's mask and copied with its value: keys are hidden until somebody asks.
export function FirstRequest({ apiKey }: { apiKey: ApiKey }) {
  const { name, key, masked, lastUsedAt } = apiKey;
  const readValue = useReadValue(apiKey);
  const readLine = async () => {
    const value = await readValue();
    return value === null ? null : lineWith(value);
  };
  const next = lastUsedAt === null ? 'first' : 'next';
  return (
    <Card className="px-4 py-8 md:px-8 md:py-10">
      <h2 className="flex items-center gap-2.5 text-section">
        <Spinner className="text-text-3" />
        <span role="status">Waiting for your {next} request…</span>
      </h2>
      <p className="mt-1 mb-4 text-body text-pretty text-text-2">
        Run this command. It uses your key “{name}”, and the request shows up here.
      </p>
      <CodeLine command={masked ? readLine : lineWith(key)} shown={lineWith(maskKey(key, shownDots))} />
    </Card>
  );
}
