// The API reference: rendered from the OpenAPI document, grouped by what a developer wants to do.
import { escapeHtml } from '../../../../runtime/escape-html.ts';
import { installation } from '../installation.ts';
import { block, code, link, type Page, paragraph, plainText, type Section, table } from '../markup.ts';
import { callHtml, titleOf } from '../reference/call.ts';
import { type Call, readCalls } from '../reference/document.ts';
import { groups, pageOrder } from '../reference/groups.ts';

const authentication: Section = {
  id: 'authenticate',
  title: 'Authenticate',
  html: `${paragraph(`Every call that needs authentication takes it in one header: ${code('Authorization: Bearer …')}. What stands in it depends on who calls.`)}
${table(
  'Who calls',
  ['Caller', 'Sends', 'For'],
  [
    ['Your application', `an API key, also as ${code('X-Api-Key')}`, `calls below ${code('/v1')}`],
    [
      'Your scripts and CI',
      `a token of the command line: ${code('ballast login --print-token')}`,
      `calls below ${code('/api')}`,
    ],
    ['The portal in your browser', 'the access token of its session', `calls below ${code('/api')}`],
  ],
)}
${paragraph('The examples read both from the environment, so that neither ends in the history of your shell:')}
${block('export BALLAST_API_KEY="blst_test_…"   # from the portal, or: ballast keys create\nexport BALLAST_TOKEN="blst_cli_…"      # from: ballast login --print-token')}
${paragraph(`A refusal is JSON with ${code('code')}, ${code('message')} and ${code('fields')}: ${link('/docs/limits-and-errors#errors', 'every code')}. The same calls as an OpenAPI 3.1 document: ${link('/api/openapi.json', 'openapi.json')}.`)}
<p><label class="switch"><input type="checkbox" id="show-portal-only"> Show the calls that only the portal’s own screens make</label></p>`,
};

const callList = (calls: Call[]) =>
  `<ul class="calls">${calls
    .map(
      (call) =>
        `<li${call['x-portal-only'] ? ' class="portal-only"' : ''}><a href="#${call.id}"><span class="method">${call.method}</span>${escapeHtml(titleOf(call))}</a></li>`,
    )
    .join('')}</ul>`;

const groupSection = (calls: readonly Call[], id: string): Section => {
  const group = groups.find((candidate) => candidate.id === id);
  if (!group) throw new Error(`The reference has no group ${id}`);
  const own = calls.filter(({ tags }) => tags.includes(group.title));
  return {
    id,
    title: group.title,
    shortTitle: group.shortTitle,
    portalOnly: own.every((call) => call['x-portal-only']),
    html: `${paragraph(escapeHtml(group.lede))}${callList(own)}${own.map(callHtml).join('\n')}`,
    parts: own
      .filter((call) => !call['x-portal-only'])
      .map((call) => ({
        id: call.id,
        title: titleOf(call),
        text: `${call.method} ${call.path} ${plainText(escapeHtml(call.summary))}`,
      })),
  };
};

export const referencePage = (): Page => {
  const calls = readCalls();
  return {
    path: 'reference',
    title: 'API reference',
    description: `Every call of the ${installation.brandName} API: how to authenticate, what to send, what it answers.`,
    lede: 'Every call, with examples that were run against this version. Calls are at the address of this portal.',
    sections: [authentication, ...pageOrder.map((id) => groupSection(calls, id))],
  };
};
