// The form that sends a call of the reference. It is loaded when somebody presses 'Try it', and keeps nothing that is typed.
let description;
const readDescription = async () => {
  description ??= (await fetch('/api/openapi.json')).json();
  return description;
};

const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

const find = ({ paths }, operation) => {
  const [method, path] = operation.split(' ');
  const own = path.replace(/^\/(api|v1)/, '');
  return { method, path, call: paths[own][method.toLowerCase()] };
};

const labels = { apiKey: 'API key', token: 'Token of the command line', session: 'Access token' };

const field = (form, id, label, input, hint) => {
  input.id = id;
  input.name = label;
  form.append(element('label', { for: id }, label, hint ? element('span', {}, hint) : ''), input);
  return input;
};

const exampleBody = (article) => {
  const shown = [...article.querySelectorAll('pre')].map((pre) => pre.textContent);
  const [, body] = /-d '([^']+)'/.exec(shown.join('\n')) ?? [];
  return JSON.stringify(body ? JSON.parse(body) : {}, null, 2);
};

const filledIn = (path, query, inputs) => {
  const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(inputs.get(name).value.trim()));
  const search = new URLSearchParams();
  for (const { name } of query) if (inputs.get(name).value) search.set(name, inputs.get(name).value);
  return search.size ? `${address}?${search}` : address;
};

const typedHeaders = (parameters, inputs) =>
  Object.fromEntries(
    parameters
      .filter(({ name, in: place }) => place === 'header' && inputs.get(name).value)
      .map(({ name }) => [name, inputs.get(name).value]),
  );

const asText = async (response) => {
  const text = await response.text();
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

export const openForm = async (article) => {
  const operation = article.dataset.operation;
  const { method, path, call } = find(await readDescription(), operation);
  const form = element('form', { class: 'try-form', 'aria-label': `Try ${operation}` });
  const id = (name) => `${article.id}-${name}`;
  const [scheme] = call.security.flatMap((entry) => Object.keys(entry));
  const secret = scheme
    ? field(
        form,
        id('secret'),
        labels[scheme],
        element('input', { type: 'password', autocomplete: 'off', required: '' }),
      )
    : null;
  const inputs = new Map();
  for (const { name, required } of call.parameters) {
    const input = element('input', {
      autocomplete: 'off',
      spellcheck: 'false',
      ...(required ? { required: '' } : {}),
    });
    inputs.set(name, field(form, id(name), name, input, required ? '' : 'Optional'));
  }
  const body = call.requestBody
    ? field(form, id('body'), 'Body', element('textarea', { rows: '5', spellcheck: 'false' }))
    : null;
  if (body) body.value = exampleBody(article);
  const send = element('button', { type: 'submit', class: 'send' }, 'Send');
  const note = element(
    'p',
    {},
    'The call is made for real, from this browser. What you type is kept nowhere.',
  );
  const answer = element('div', { role: 'status' });
  form.append(note, send, answer);

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    send.disabled = true;
    try {
      const response = await fetch(
        filledIn(
          path,
          call.parameters.filter((one) => one.in === 'query'),
          inputs,
        ),
        {
          method,
          credentials: 'omit',
          headers: {
            ...(secret ? { authorization: `Bearer ${secret.value.trim()}` } : {}),
            ...(body ? { 'content-type': 'application/json' } : {}),
            ...typedHeaders(call.parameters, inputs),
          },
          ...(body ? { body: body.value } : {}),
        },
      );
      const text = await asText(response);
      answer.replaceChildren(
        element('h4', {}, `Answer, ${response.status}`),
        element('div', { class: 'code' }, element('pre', { tabindex: '0' }, element('code', {}, text))),
      );
    } catch {
      answer.replaceChildren(
        element('p', { class: 'bad' }, 'The portal cannot be reached. Check your connection and try again.'),
      );
    }
    send.disabled = false;
  });
  article.querySelector('.route').after(form);
  form.querySelector('input, textarea, button').focus();
  return form;
};
