import { codeExamples, writeExample } from '@ballast/contract/code-examples';
import type { ApiKey, Environment } from '@ballast/contract/keys/api-keys';
import { maskKey } from '@ballast/contract/keys/mask-key';
import { CodeLine } from '../../ui/text/code-block.tsx';

// A screen reader is spared the dots of the mask.
const subject = 'first-call command';

const curl = codeExamples.find(({ id }) => id === 'curl');

const lineWith = (environment: Environment, key: string | null) =>
  curl
    ? writeExample(curl, { portalUrl: window.location.origin, environment, key })
        .split('\\\n')
        .map((line) => line.trim())
        .join(' ')
    : '';

// A first request, ready to paste. The line is shown with the key's mask and copied with its value: keys are hidden until somebody
// asks. A production key is read from the environment, so that no terminal keeps it in its history.
export function FirstRequestLine({ apiKey: { environment, key } }: { apiKey: ApiKey }) {
  if (environment === 'PRODUCTION')
    return <CodeLine command={lineWith(environment, null)} subject={subject} />;
  return (
    <CodeLine
      command={lineWith(environment, key)}
      shown={lineWith(environment, maskKey(key))}
      subject={subject}
    />
  );
}
