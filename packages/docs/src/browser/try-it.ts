// The form that sends a call of the reference. It keeps nothing that is typed.

import { onSessionEnd, readOwnKey } from './own-key.ts';
import { isSignedIn } from './stored.ts';

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean };
type Call = { security: object[]; parameters: Parameter[]; requestBody?: object };
type Description = { paths: Record<string, Record<string, Call>> };

let description: Promise<Description> | undefined;
const readDescription = () => {
  description ??= fetch('/api/openapi.json').then((response) => response.json());
  return description;
};

const element = <N extends keyof HTMLElementTagNameMap>(
  name: N,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

const secretLabels: Record<string, string> = {
  apiKey: 'API key',
  token: 'Command-line token',
  session: 'Access token',
};

const exampleBody = (section: HTMLElement) => {
  const texts = [...section.querySelectorAll('pre')].map((pre) => pre.textContent);
  const [, body] = /-d '([^']+)'/.exec(texts.join('\n')) ?? [];
  return JSON.stringify(body ? JSON.parse(body) : {}, null, 2);
};

const asText = async (response: Response) => {
  const text = await response.text();
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const secretName = 'secret';
const bodyName = 'body';

const requestOf = (method: string, path: string, { parameters }: Call, form: HTMLFormElement) => {
  const data = new FormData(form);
  const typed = (name: string) => String(data.get(name) ?? '');
  const filled = (place: Parameter['in']) =>
    parameters
      .filter(({ name, in: where }) => where === place && typed(name))
      .map(({ name }) => [name, typed(name)]);
  const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(typed(name).trim()));
  const query = new URLSearchParams(filled('query'));
  const headers = new Headers(Object.fromEntries(filled('header')));
  if (data.has(secretName)) headers.set('authorization', `Bearer ${typed(secretName).trim()}`);
  if (data.has(bodyName)) headers.set('content-type', 'application/json');
  const body = data.has(bodyName) ? { body: typed(bodyName) } : {};
  return new Request(query.size ? `${address}?${query}` : address, {
    method,
    credentials: 'omit',
    headers,
    ...body,
  });
};

const answerTo = async (...request: Parameters<typeof requestOf>) => {
  try {
    const response = await fetch(requestOf(...request));
    const text = element('code', {}, await asText(response));
    return [
      element('h3', {}, `${response.status} ${response.statusText}`.trim()),
      element('div', { class: 'code' }, element('pre', { tabindex: '0' }, text)),
    ];
  } catch {
    const sentence = 'Can’t reach the portal. Check your connection and try again.';
    return [element('p', { class: 'bad' }, sentence)];
  }
};

const fieldsOf = (section: HTMLElement, { security, parameters, requestBody }: Call) => {
  const field = (name: string, label: string, input: HTMLElement, hint = '') => {
    const id = `${section.id}-${name}`;
    for (const [key, value] of Object.entries({ id, name })) input.setAttribute(key, value);
    return [element('label', { for: id }, label, hint && element('span', {}, hint)), input];
  };
  const [scheme] = security.flatMap((entry) => Object.keys(entry));
  const secret = { type: 'password', autocomplete: 'off', required: '' };
  const textarea = element('textarea', { rows: '5', spellcheck: 'false' }, exampleBody(section));
  return [
    ...(scheme ? field(secretName, secretLabels[scheme] ?? '', element('input', secret)) : []),
    ...parameters.flatMap(({ name, required }) => {
      const attributes = { autocomplete: 'off', spellcheck: 'false', ...(required ? { required: '' } : {}) };
      return field(name, name, element('input', attributes), required ? '' : 'Optional');
    }),
    ...(requestBody ? field(bodyName, 'Body', textarea) : []),
  ];
};

// A password field shows dots, and its value is not part of the page's HTML.
const fillInOwnKey = async (form: HTMLFormElement, { security }: Call) => {
  const field = form.querySelector<HTMLInputElement>(`input[name="${secretName}"]`);
  if (!field || !security.some((entry) => 'apiKey' in entry) || !isSignedIn()) return;
  const key = await readOwnKey();
  if (!key || field.value) return;
  field.value = key.key;
  const hint = element('span', {}, `Your sandbox key “${key.name}”`);
  form.querySelector(`label[for="${field.id}"]`)?.append(hint);
  onSessionEnd(() => {
    if (field.value === key.key) field.value = '';
    hint.remove();
  });
};

export const openForm = async (section: HTMLElement) => {
  const { operation = '' } = section.dataset;
  const [method = '', path = ''] = operation.split(' ');
  const { paths } = await readDescription();
  const call = paths[path.replace(/^\/(api|v1)/, '')]?.[method.toLowerCase()];
  if (!call) throw new Error(`The description has no call ${operation}`);

  const send = element('button', { type: 'submit', class: 'send' }, 'Send');
  const answer = element('div', { role: 'status' });
  const form = element(
    'form',
    { class: 'try-form', 'aria-label': `Try ${operation}` },
    ...fieldsOf(section, call),
    element('p', {}, 'Sends a real request from your browser. Your key isn’t stored.'),
    send,
    answer,
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    send.disabled = true;
    answer.replaceChildren(...(await answerTo(method, path, call, form)));
    send.disabled = false;
  });
  section.querySelector('.route')?.after(form);
  await fillInOwnKey(form, call);
  form.querySelector<HTMLElement>('input, textarea, button')?.focus();
  return form;
};
