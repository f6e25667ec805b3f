import { codeExamples, keyVariable, writeExample } from '@ballast/contract/code-examples';
import type { ApiKey } from '@ballast/contract/keys/api-keys';
import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Chips } from '../../../ui/actions/chips.tsx';
import { CodeBlock } from '../../../ui/text/code-block.tsx';
import { useReadValue } from '../key-value.tsx';
import { Section } from './section.tsx';

const options = codeExamples.map(({ id, label }) => ({ value: id, label }));

// The first request with this key. A sandbox key can be filled in; a production key is never shown in code.
export function CodeExamples({ apiKey }: { apiKey: ApiKey }) {
  const { name, environment } = apiKey;
  const [id, setId] = useState('curl');
  const [filledIn, setFilledIn] = useState<string | null>(null);
  const readValue = useReadValue(apiKey);
  const example = codeExamples.find((each) => each.id === id) ?? codeExamples[0];
  if (!example) return null;
  // A rotated key has another value, and the old one is of no use.
  const key = filledIn === apiKey.key ? filledIn : null;
  const code = writeExample(example, { portalUrl: window.location.origin, environment, key });
  return (
    <Section
      title="First request"
      lede={
        key ? (
          'This code includes your key. Don’t commit it.'
        ) : (
          <>
            Uses the <code className="font-mono text-mono">{keyVariable}</code> environment variable.
          </>
        )
      }
      action={
        environment === 'SANDBOX' && (
          <Button
            size="small"
            aria-pressed={key !== null}
            onClick={async () => setFilledIn(key ? null : await readValue())}
          >
            {key ? 'Remove my key' : 'Insert my key'}
          </Button>
        )
      }
    >
      <Chips label="Language" options={options} value={id} onChange={setId} />
      <CodeBlock code={code} label={`${example.label} example for ${name}`} />
    </Section>
  );
}
