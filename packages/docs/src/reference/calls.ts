// The calls of the reference, as Markdown.
import { code, details, escapeMarkdown, fence, table } from '../markdown.ts';
import { escapeHtml } from '../render.ts';
import { exampleOf } from './examples.ts';
import { type Field, fieldsOf } from './fields.ts';
import { titleOfGroup } from './groups.ts';
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
  always: ' A browser session must have proven who it is within the last minutes.',
  production: ' For a production key, a browser session must have proven who it is within the last minutes.',
  credentials:
    ' To change a password or an address, a session must have proven who it is within the last minutes.',
} as const;

const needs = ({ security, 'x-fresh': fresh, 'x-unverified': unverified }: Call) => {
  const schemes = security.flatMap((scheme) => Object.keys(scheme));
  const proof = `${fresh ? proofs[fresh] : ''}${unverified ? ' The email does not have to be verified.' : ''}`;
  if (schemes.includes('apiKey')) return `Needs an API key.${proof}`;
  if (schemes.includes('token') && schemes.includes('session'))
    return `Needs a token of the command line, or a browser session.${proof}`;
  if (schemes.includes('token')) return 'Needs a token of the command line.';
  return schemes.length ? `Needs a browser session.${proof}` : 'Needs no authentication.';
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

const answerOf = ({ responses }: Call) => {
  const [status, response] = Object.entries(responses)[0] ?? [];
  const content = response && 'content' in response ? response.content : undefined;
  const fields = content ? fieldsOf(content['application/json'].schema) : [];
  return fields.length
    ? details(`Fields of the answer (${status})`, fieldTable('Answer', fields, false))
    : '';
};

const exampleText = ({ method, path }: Call) => {
  const example = exampleOf(`${method} ${path}`);
  if (!example) return '';
  const answer = example.answer && `#### Answer, ${example.status}\n\n${fence(example.answer, 'json')}\n\n`;
  return `#### Example\n\n${fence(example.line)}\n\n${answer ?? ''}`;
};

const classOf = (call: Call) => (call['x-portal-only'] ? ' class="portal-only"' : '');

const callText = (call: Call) => {
  const body = call.requestBody?.content['application/json'].schema;
  return `<article id="${idOf(call)}"${classOf(call)} data-operation="${call.method} ${call.path}">

### ${escapeMarkdown(titleOf(call))}

\`${call.method} ${call.path}\`

${restOf(call)}${needs(call)}

${parameterTable(call, 'path', 'In the path')}${parameterTable(call, 'query', 'In the query')}${parameterTable(call, 'header', 'In the headers')}${body ? fieldTable('In the body, as JSON', fieldsOf(body)) : ''}${exampleText(call)}${answerOf(call)}</article>`;
};

// A path with several methods shows them in this order.
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const callsOf = (tag: string) =>
  Object.values(Object.groupBy(operations, ({ path }) => path))
    .flatMap((calls = []) => methods.flatMap((method) => calls.filter((call) => call.method === method)))
    .filter(({ tags }) => tags.includes(tag));

export const callGroup = (group: string) => {
  const calls = callsOf(titleOfGroup(group));
  const items = calls.map(
    (call) =>
      `<li${classOf(call)}><a href="#${idOf(call)}"><span class="method">${call.method}</span>${escapeHtml(titleOf(call))}</a></li>`,
  );
  return `<ul class="calls">${items.join('')}</ul>\n\n${calls.map(callText).join('\n\n')}`;
};

// The search finds the calls of a group instead of the group.
export const searchCalls = (tag: string) =>
  callsOf(tag)
    .filter((call) => !call['x-portal-only'])
    .map((call) => ({
      id: idOf(call),
      title: titleOf(call),
      text: `${call.method} ${call.path} ${call.summary}`,
    }));
