// A first request with an API key in four languages, without dependencies. A test runs each against the portal.
import { routeOf } from './http/endpoint.ts';
import type { Environment } from './keys/api-keys.ts';
import { checkKey, getBalance } from './keys/key-check.ts';

// A key does not belong in code, so the default reads it from here.
export const keyVariable = 'BALLAST_API_KEY';

export type CodeExample = {
  id: string;
  label: string;
  file: string;
  // How the language writes a value from the environment, and a literal one.
  fromEnvironment: string;
  literal: (key: string) => string;
  write: (address: string, key: string) => string;
};

export const codeExamples: readonly CodeExample[] = [
  {
    id: 'curl',
    label: 'curl',
    file: 'first-request.sh',
    fromEnvironment: `$${keyVariable}`,
    literal: (key) => key,
    write: (address, key) => `curl --fail-with-body ${address} \\
  --header "Authorization: Bearer ${key}"
`,
  },
  {
    id: 'typescript',
    label: 'TypeScript',
    file: 'first-request.ts',
    fromEnvironment: `process.env.${keyVariable}`,
    literal: (key) => `'${key}'`,
    write: (address, key) => `const key = ${key};

const response = await fetch('${address}', {
  headers: { Authorization: \`Bearer \${key}\` },
});
if (!response.ok) throw new Error(await response.text());

console.log(JSON.stringify(await response.json()));
`,
  },
  {
    id: 'python',
    label: 'Python',
    file: 'first_request.py',
    fromEnvironment: `os.environ["${keyVariable}"]`,
    literal: (key) => `"${key}"`,
    write: (address, key) => `import json
import os
from urllib.request import Request, urlopen

key = ${key}

request = Request("${address}", headers={"Authorization": f"Bearer {key}"})
with urlopen(request) as response:
    print(json.dumps(json.load(response)))
`,
  },
  {
    id: 'go',
    label: 'Go',
    file: 'main.go',
    fromEnvironment: `os.Getenv("${keyVariable}")`,
    literal: (key) => `"${key}"`,
    write: (address, key) => `package main

import (
	"io"
	"log"
	"net/http"
	"os"
)

func main() {
	key := ${key}

	request, err := http.NewRequest("GET", "${address}", nil)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+key)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()

	io.Copy(os.Stdout, response.Body)
	if response.StatusCode != http.StatusOK {
		os.Exit(1)
	}
}
`,
  },
];

// Test tokens exist in the sandbox alone; elsewhere the first request checks the key.
const firstCall = { SANDBOX: getBalance, PRODUCTION: checkKey };

export const writeExample = (
  example: CodeExample,
  { portalUrl, environment, key }: { portalUrl: string; environment: Environment; key: string | null },
) =>
  example.write(
    `${portalUrl}${routeOf(firstCall[environment])}`,
    key === null ? example.fromEnvironment : example.literal(key),
  );
