// The page on which one chooses who to be. No script; the form keeps the request in its own address.
import { type Provider, providerName } from '@ballast/contract/auth/providers';
import { escapeHtml } from '../../../runtime/escape-html.ts';
import { type Persona, personas } from './personas.ts';

const personaButton = (
  [key, { name, email, username, emailVerified }]: [string, Persona],
  provider: Provider,
) => `
<li><button class="persona" name="persona" value="${key}">
<span class="avatar" aria-hidden="true">${escapeHtml(name[0] ?? '')}</span>
<span class="who"><strong>${escapeHtml(name)}</strong>
<span>${escapeHtml(provider === 'github' ? `${username} · ${email}` : email)}</span></span>
<span class="${emailVerified ? 'badge' : 'badge plain'}">${emailVerified ? 'Verified' : 'Unverified'}</span>
</button></li>`;

const usernameField = `
<label for="username">Username</label>
<input id="username" name="username" maxlength="39" autocomplete="off" autocapitalize="none" spellcheck="false">`;

export const authorizePage = (provider: Provider, action: string) => {
  const name = providerName[provider];
  const form = `<form method="post" action="${escapeHtml(action)}">`;
  const people = Object.entries(personas).map((persona) => personaButton(persona, provider));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>Dev provider standing in for ${name}</title><link rel="stylesheet" href="/dev/${provider}/style.css"></head>
<body><main>
<p class="notice">Dev provider standing in for ${name}. It does not exist in production.</p>
<h1>Continue as</h1>
${form}<ul>${people.join('')}</ul></form>
<section aria-labelledby="else"><h2 id="else">Somebody else</h2>
${form}
<label for="name">Full name</label>
<input id="name" name="name" maxlength="100" autocomplete="off">
<label for="email">Email</label>
<input id="email" name="email" type="email" maxlength="254" autocomplete="off">
${provider === 'github' ? usernameField : ''}
<label class="check"><input type="checkbox" name="email_verified" value="yes" checked>
<span>${name} has verified this email</span></label>
<button class="primary">Continue</button>
</form></section>
${form}<button class="cancel" name="cancel" value="yes">Cancel</button></form>
</main></body></html>`;
};
