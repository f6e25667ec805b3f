// When a request is denied, the browser is redirected to the command line, which listens on this device. It is
// redirected nowhere else, because anybody can write a link to this screen.
const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost']);

export const loopbackRedirect = (address: string): URL | null => {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const plain = url.protocol === 'http:' && !url.username && !url.password;
  return plain && loopbackHosts.has(url.hostname) ? url : null;
};

export const deniedAddress = (redirect: URL, state: string) => {
  const url = new URL(redirect);
  url.searchParams.set('error', 'access_denied');
  url.searchParams.set('state', state);
  return url.href;
};
