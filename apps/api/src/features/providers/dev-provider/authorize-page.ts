// Without scripts; the form has the request in its address.
import { type Provider, providerName } from '@ballast/contract/auth/providers';
import { escapeHtml } from '@ballast/contract/escape-html';
import { type Persona, personas } from './grants.ts';

export const authorizeStyle = `:root{color-scheme:dark;--canvas:#0A0C0D;--surface:#0F1213;--line:#1E2426;--control:#5D696D;--text:#EDF1F2;
--text-2:#A9B3B6;--accent:#55C6C8;--accent-soft:#0C2325;--accent-line:#1D4A4D;--primary:#EDF1F2;--primary-hover:#FFFFFF;--on-primary:#0A0C0D;
--focus:#55C6C8;--field:#0C0F10;--hover:rgb(226 240 242 / 0.055);--avatar:#1D2527}
@media (prefers-color-scheme:light){:root{color-scheme:light;--canvas:#F8FAFA;--surface:#FFFFFF;--line:#E3E8E9;--control:#84918F;--text:#0E1517;
--text-2:#475357;--accent:#0A6B70;--accent-soft:#E4F3F3;--accent-line:#A9D5D6;--primary:#11191B;--primary-hover:#2A3538;--on-primary:#FFFFFF;
--focus:#0E7C82;--field:#FFFFFF;--hover:rgb(14 34 38 / 0.04);--avatar:#E6ECEC}}
*{box-sizing:border-box}
body{margin:0;padding:40px 16px;background:var(--canvas);color:var(--text);font:14px/20px "Geist Variable",Geist,ui-sans-serif,system-ui,sans-serif}
main{max-width:420px;margin:0 auto}
.notice{margin:0 0 24px;padding:10px 12px;border:1px solid var(--accent-line);border-radius:7px;background:var(--accent-soft);color:var(--accent)}
h1{margin:0 0 12px;font-size:22px;line-height:28px;font-weight:600;letter-spacing:-0.01em}
h2{margin:0 0 16px;font-size:15px;line-height:20px;font-weight:600}
ul{margin:0;padding:0;list-style:none;border:1px solid var(--line);border-radius:10px;background:var(--surface);overflow:hidden}
li+li{border-top:1px solid var(--line)}
section{margin:24px 0 16px;padding:20px;border:1px solid var(--line);border-radius:10px;background:var(--surface)}
button{font:inherit;color:inherit;cursor:pointer;border-radius:7px}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.persona{display:flex;align-items:center;gap:12px;width:100%;padding:12px 16px;border:0;border-radius:0;background:none;text-align:left}
.persona:hover{background:var(--hover)}
.persona:focus-visible{outline-offset:-3px}
.avatar{flex:none;width:32px;height:32px;border-radius:50%;background:var(--avatar);font-weight:600;line-height:32px;text-align:center}
.who{flex:1;min-width:0}
.who strong,.who span{display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.who strong{font-weight:500}
.who span{color:var(--text-2);font-size:13px}
.badge{flex:none;padding:0 6px;border:1px solid var(--accent-line);border-radius:5px;background:var(--accent-soft);color:var(--accent);font-size:12px}
.plain{border-color:var(--line);background:none;color:var(--text-2)}
label{display:block;margin:0 0 6px;font-weight:500}
input:not([type=checkbox]){width:100%;height:40px;margin:0 0 16px;padding:0 12px;border:1px solid var(--control);border-radius:7px;background:var(--field);color:inherit;font:inherit;font-size:16px}
.check{display:flex;align-items:center;gap:10px;min-height:24px;margin:0 0 20px;font-weight:400}
.check input{flex:none;width:18px;height:18px;margin:0;accent-color:var(--accent)}
.primary,.cancel{width:100%;height:40px;font-weight:500}
.primary{border:0;background:var(--primary);color:var(--on-primary)}
.primary:hover{background:var(--primary-hover)}
.cancel{border:1px solid var(--line);background:none;color:var(--text-2)}
.cancel:hover{background:var(--hover)}
`;

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
