// One call of the reference.
import { escapeHtml } from '../../../../runtime/escape-html.ts';
import { block, code, paragraph, table } from '../markup.ts';
import type { Call } from './document.ts';
import { exampleOf } from './examples.ts';
import { type Field, fieldsOf } from './fields.ts';

// A summary is a sentence whose first part names the call.
export const titleOf = ({ summary }: Call) => summary.split(/[;:]/)[0] ?? summary;
const restOf = (call: Call) => {
  const rest = call.summary.slice(titleOf(call).length).replace(/^[;:]\s*/, '');
  return rest ? paragraph(`${escapeHtml(rest.charAt(0).toUpperCase())}${escapeHtml(rest.slice(1))}.`) : '';
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

const fieldTable = (caption: string, fields: Field[], tellsOptional: boolean) =>
  fields.length
    ? table(
        caption,
        ['Field', 'Type', 'Limits'],
        fields.map(({ name, type, limits, required }) => [
          code(name),
          escapeHtml(type),
          escapeHtml([tellsOptional && !required ? 'optional' : '', limits].filter(Boolean).join('; ')),
        ]),
      )
    : '';

const parameterTable = (call: Call, place: 'path' | 'query' | 'header', caption: string) =>
  fieldTable(
    caption,
    call.parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, required, schema }) => ({
        ...(fieldsOf({ properties: { [name]: schema } })[0] ?? { name, type: '', limits: '' }),
        required,
      })),
    true,
  );

const answerOf = (call: Call) => {
  const [status = '200', response] =
    Object.entries(call.responses).find(([candidate]) => candidate !== 'default') ?? [];
  const schema = response?.content?.['application/json'].schema;
  const fields = schema ? fieldsOf(schema) : [];
  if (!fields.length) return '';
  return `<details><summary>Fields of the answer (${status})</summary>${fieldTable('Answer', fields, false)}</details>`;
};

const example = (call: Call) => {
  const found = exampleOf(call);
  if (!found) return '';
  const answer = found.answer === null ? '' : `<h4>Answer, ${found.status}</h4>${block(found.answer)}`;
  return `<h4>Example</h4>${block(found.line)}${answer}`;
};

export const callHtml = (call: Call) => {
  const body = call.requestBody?.content?.['application/json'].schema;
  return `<article id="${call.id}"${call['x-portal-only'] ? ' class="portal-only"' : ''} data-operation="${call.method} ${escapeHtml(call.path)}">
<h3>${escapeHtml(titleOf(call))}</h3>
<p class="route"><span class="method">${call.method}</span> ${code(call.path)}<button type="button" class="try" hidden>Try it</button></p>
${restOf(call)}${paragraph(needs(call))}
${parameterTable(call, 'path', 'In the path')}${parameterTable(call, 'query', 'In the query')}${parameterTable(call, 'header', 'In the headers')}
${body ? fieldTable('In the body, as JSON', fieldsOf(body), true) : ''}
${example(call)}${answerOf(call)}</article>`;
};
