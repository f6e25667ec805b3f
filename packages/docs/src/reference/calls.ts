// The calls of the reference, as Markdown.
import { STATUS_CODES } from 'node:http';
import { escapeHtml } from '@ballast/contract/escape-html';
import { code, details, escapeMarkdown, fence, table, tabs } from '../markdown.ts';
import { groupFiles } from '../read-guides.ts';
import { routeText } from '../render.ts';
import { exampleOf } from './examples.ts';
import { type Field, fieldsOf } from './fields.ts';
import { groupFile, reference } from './groups.ts';
import { inOtherLanguages } from './languages.ts';
import { operations } from './openapi.ts';

type Call = (typeof operations)[number];

const idOf = ({ method, path }: Call) =>
  `${method}${path}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '');

// A summary is a sentence whose first part names the call.
const titleOf = ({ summary }: Call) => summary.split(/[;:]/)[0] ?? summary;
const restOf = (call: Call) => {
  const rest = escapeMarkdown(call.summary.slice(titleOf(call).length).replace(/^[;:]\s*/, ''));
  return rest && `${rest.charAt(0).toUpperCase()}${rest.slice(1)}.\n\n`;
};

const proofs = {
  always: ' You may have to confirm it’s you first.',
  production: ' For a production key you may have to confirm it’s you first.',
  credentials: ' To change a password or an email, you may have to confirm it’s you first.',
} as const;

const needs = ({ security, 'x-fresh': fresh, 'x-unverified': unverified }: Call) => {
  const schemes = security.flatMap((scheme) => Object.keys(scheme));
  const proof = `${fresh ? proofs[fresh] : ''}${unverified ? ' Works before the email is verified.' : ''}`;
  if (schemes.includes('apiKey')) return `Send an API key.${proof}`;
  if (schemes.includes('token') && schemes.includes('session'))
    return `Send a command-line token, or the access token of a browser session.${proof}`;
  if (schemes.includes('token')) return 'Send a command-line token.';
  return schemes.length ? `Send the access token of a browser session.${proof}` : 'No authentication needed.';
};

const fieldTable = (caption: string, fields: Field[], showsOptional = true) =>
  table(
    caption,
    ['Field', 'Type', 'Limits'],
    fields.map(({ name, type, limits, required }) => [
      code(name),
      escapeMarkdown(type),
      escapeMarkdown([showsOptional && !required ? 'optional' : '', limits].filter(Boolean).join('; ')),
    ]),
  );

const parameterTable = ({ parameters }: Call, place: 'path' | 'query' | 'header', caption: string) => {
  const own = parameters.filter((parameter) => parameter.in === place);
  const fields = own.flatMap(({ name, required, schema }) =>
    fieldsOf({ properties: { [name]: schema } }).map((field) => ({ ...field, required })),
  );
  return fieldTable(caption, fields);
};

const statusText = (status: number | string) => `${status} ${STATUS_CODES[status] ?? ''}`.trim();

const answerOf = ({ responses }: Call) => {
  const [status = '', response] = Object.entries(responses)[0] ?? [];
  const content = response && 'content' in response ? response.content : undefined;
  const fields = content ? fieldsOf(content['application/json'].schema) : [];
  if (!fields.length) return '';
  return details('Response fields', fieldTable(statusText(status), fields, false));
};

const exampleText = ({ method, path }: Call) => {
  const example = exampleOf(`${method} ${path}`);
  if (!example) return '';
  const { line, status, answer } = example;
  const variants = [{ id: 'curl', text: line }, ...inOtherLanguages(line, answer !== null)];
  const response = `### ${statusText(status)}\n\n${answer ? `${fence(answer, 'json')}\n\n` : ''}`;
  return `<div class="samples">\n\n### Request\n\n${tabs(variants)}\n\n${response}</div>\n\n`;
};

const isHidden = (call: Call, internal: boolean) => Boolean(call['x-portal-only']) && !internal;

const callText = (call: Call, internal: boolean) => {
  const body = call.requestBody?.content['application/json'].schema;
  const className = isHidden(call, internal) ? ' .portal-only' : '';
  return `## ${titleOf(call)} {#${idOf(call)}${className} operation="${call.method} ${call.path}"}

\`${call.method} ${call.path}\`

<div class="call">

<div class="about">

${restOf(call)}${needs(call)}

${parameterTable(call, 'path', 'Path parameters')}${parameterTable(call, 'query', 'Query parameters')}${parameterTable(call, 'header', 'Headers')}${body ? fieldTable('Body parameters', fieldsOf(body)) : ''}${answerOf(call)}</div>

${exampleText(call)}</div>
`;
};

// A path with several methods shows them in this order.
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const callsOf = (tag: string) =>
  Object.values(Object.groupBy(operations, ({ path }) => path))
    .flatMap((calls = []) => methods.flatMap((method) => calls.filter((call) => call.method === method)))
    .filter(({ tags }) => tags.includes(tag));

const callList = (calls: Call[], internal: boolean, item: (call: Call) => { id: string; href: string }) => {
  const items = calls.map((call) => {
    const { id, href } = item(call);
    const className = isHidden(call, internal) ? ' class="portal-only"' : '';
    return `<li${id}${className}><a href="${href}"><span class="path">${routeText(call.method, call.path)}</span><span class="does">${escapeHtml(titleOf(call))}</span></a></li>`;
  });
  return `<ul class="calls">${items.join('')}</ul>`;
};

export const internalSwitch = () =>
  '<p><label class="switch"><input type="checkbox" id="show-portal-only"> Show internal endpoints</label></p>';

// The page of a group: its list, and a section for each call.
export const callGroup = (id: string) => {
  const { title, internal } = groupFile(id);
  const calls = callsOf(title);
  const hidesSome = calls.some((call) => isHidden(call, internal));
  const list = callList(calls, internal, (call) => ({ id: '', href: `#${idOf(call)}` }));
  return `${list}\n\n${hidesSome ? `${internalSwitch()}\n\n` : ''}${calls.map((call) => callText(call, internal)).join('\n')}`;
};

// All groups on the first page of the reference. It was once the page of all calls, so that their old addresses lead to the list.
export const groupLists = () =>
  groupFiles
    .map(({ name, title, shortTitle, internal, markdown }) => {
      const [introduction = ''] = markdown.trim().split('\n\n');
      const list = callList(callsOf(title), internal, (call) => ({
        id: ` id="${idOf(call)}"`,
        href: `${reference}/${name}#${idOf(call)}`,
      }));
      return `## ${title} {#${name} short="${shortTitle}"${internal ? ' .portal-only' : ''}}\n\n${introduction} [Details](${reference}/${name})\n\n${list}\n\n`;
    })
    .join('');
