// The curl line of an example in other languages, without dependencies. A test runs them against the portal.
type Request = { method: string; address: string; headers: [name: string, value: string][]; body: string };

// Names of variables in the shell, and how the other languages call them.
const shortNames: Record<string, string> = { BALLAST_TOKEN: 'token', BALLAST_API_KEY: 'key' };
const snake = (variable: string) => shortNames[variable] ?? variable.toLowerCase();
const camel = (variable: string) => snake(variable).replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const goName = (variable: string) => camel(variable).replace(/Id$/, 'ID');

const variablesIn = (text: string) => [
  ...new Set([...text.matchAll(/\$([A-Z_]+)/g)].map(([, name = '']) => name)),
];

const readCurl = (line: string): Request => {
  const [, method = 'GET'] = /^curl -X ([A-Z]+)/.exec(line) ?? [];
  const [, address = ''] = /^curl (?:-X [A-Z]+ )?"([^"]+)"/.exec(line) ?? [];
  const headers = [...line.matchAll(/-H "([\w-]+): ([^"]+)"/g)].map(
    ([, name = '', value = '']) => [name, value] as [string, string],
  );
  const [, plain, quoted = ''] = /-d (?:'([^']*)'|"((?:[^"\\]|\\.)*)")/.exec(line) ?? [];
  const body = plain ?? quoted.replaceAll('\\"', '"');
  // Python writes these words differently.
  if (!address || /true|false|null/.test(body)) throw new Error(`No other language for ${line}`);
  return { method, address, headers, body };
};

const spaced = (body: string) => body.replace(/([:,])(?=["[{\d])/g, '$1 ');

const templateText = (text: string) => text.replace(/\$([A-Z_]+)/g, (_, name) => `\${${camel(name)}}`);
const typeScriptText = (text: string) => (text.includes('$') ? `\`${templateText(text)}\`` : `'${text}'`);

const typeScriptOptions = ({ method, headers, body }: Request) => {
  const lines = headers.map(
    ([name, value]) => `    ${name.includes('-') ? `'${name}'` : name}: ${typeScriptText(value)},\n`,
  );
  const value = spaced(body).replace(/"\$([A-Z_]+)"/g, (_, name) => camel(name));
  const options = [
    method === 'GET' ? '' : `  method: '${method}',\n`,
    lines.length ? `  headers: {\n${lines.join('')}  },\n` : '',
    body ? `  body: JSON.stringify(${value}),\n` : '',
  ].join('');
  return options && `, {\n${options}}`;
};

const typeScript = (request: Request, variables: string[], hasAnswer: boolean) =>
  `${variables.map((name) => `const ${camel(name)} = process.env.${name};\n`).join('')}
const response = await fetch(${typeScriptText(request.address)}${typeScriptOptions(request)});
if (!response.ok) throw new Error(await response.text());

console.log(${hasAnswer ? 'await response.json()' : 'response.status'});`;

const pythonText = (text: string) =>
  text.includes('$') ? `f"${text.replace(/\$([A-Z_]+)/g, (_, name) => `{${snake(name)}}`)}"` : `"${text}"`;

const python = ({ method, address, headers, body }: Request, variables: string[], hasAnswer: boolean) => {
  const lines = headers.map(([name, value]) => `        "${name}": ${pythonText(value)},\n`);
  const value = spaced(body).replace(/"\$([A-Z_]+)"/g, (_, name) => snake(name));
  return `${hasAnswer || body ? 'import json\n' : ''}${variables.length ? 'import os\n' : ''}from urllib.request import Request, urlopen

${variables.map((name) => `${snake(name)} = os.environ["${name}"]\n`).join('')}
request = Request(
    ${pythonText(address)},
    method="${method}",
${lines.length ? `    headers={\n${lines.join('')}    },\n` : ''}${body ? `    data=json.dumps(${value}).encode(),\n` : ''})
with urlopen(request) as response:
    print(${hasAnswer ? 'json.load(response)' : 'response.status'})`.replace(/\n{3,}/g, '\n\n');
};

const goText = (text: string, quote = '"') =>
  `${quote}${text.replace(/\$([A-Z_]+)/g, (_, name) => `${quote}+${goName(name)}+${quote}`)}${quote}`
    .replace(`+${quote}${quote}`, '')
    .trim();

const go = ({ method, address, headers, body }: Request, variables: string[]) => {
  const packages = ['io', 'log', 'net/http', 'os', ...(body ? ['strings'] : [])];
  const reader = body ? `strings.NewReader(${goText(body, '`')})` : 'nil';
  return `package main

import (
${packages.map((name) => `\t"${name}"\n`).join('')})

func main() {
${variables.map((name) => `\t${goName(name)} := os.Getenv("${name}")\n`).join('')}
	request, err := http.NewRequest("${method}", ${goText(address)}, ${reader})
	if err != nil {
		log.Fatal(err)
	}
${headers.map(([name, value]) => `\trequest.Header.Set("${name}", ${goText(value)})\n`).join('')}	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()

	io.Copy(os.Stdout, response.Body)
}`.replace('{\n\n', '{\n');
};

export const inOtherLanguages = (line: string, hasAnswer: boolean) => {
  const request = readCurl(line);
  const variables = variablesIn(line);
  return [
    { id: 'typescript', text: typeScript(request, variables, hasAnswer).trim() },
    { id: 'python', text: python(request, variables, hasAnswer) },
    { id: 'go', text: go(request, variables) },
  ];
};
