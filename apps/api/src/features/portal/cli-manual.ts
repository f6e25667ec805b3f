// The manual of the command line (/docs/cli) is made of what its commands say of themselves. It needs no script and no
// outside host.

import { escapeHtml } from '../../http/escape-html.ts';
import type { Config } from '../../runtime/config.ts';
import { webStylesheet } from './serve-web.ts';

type Entry = { name: string; description: string };

export type Manual = {
  commands: {
    name: string;
    usage: string;
    description: string;
    arguments: Entry[];
    options: Entry[];
    examples: { line: string; does: string }[];
    json: string[];
  }[];
  sharedOptions: Entry[];
  project: string[];
  variables: Entry[];
  exitCodes: Entry[];
};

const anchor = (name: string) => name.replaceAll(' ', '-');
const code = (text: string) => `<code>${escapeHtml(text)}</code>`;
const block = (text: string) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`;

const entries = (title: string, list: Entry[]) =>
  list.length
    ? `<table><caption>${title}</caption><tbody>${list
        .map(
          ({ name, description }) =>
            `<tr><th scope="row">${code(name)}</th><td>${escapeHtml(description)}</td></tr>`,
        )
        .join('')}</tbody></table>`
    : '';

const examples = (list: Manual['commands'][number]['examples']) =>
  `<h3>Examples</h3>${list
    .map(({ line, does }) => `<p class="does">${escapeHtml(does)}</p>${block(line)}`)
    .join('')}`;

const section = (command: Manual['commands'][number]) => `<section id="${anchor(command.name)}">
<h2>${escapeHtml(command.name)}</h2><p>${escapeHtml(command.description)}.</p>
${block(command.usage)}
${entries('Arguments', command.arguments)}${entries('Options', command.options)}
${examples(command.examples)}
${command.json.length ? `<h3>JSON</h3>${block(command.json.join('\n'))}` : ''}</section>`;

const installation = ({ publicUrl }: Config) => `<section id="install"><h2>Install</h2>
<p>Needs Node.js 20.12 or newer. The tool comes from this portal and knows its address.</p>
${block(`npm install -g ${publicUrl}/cli/ballast.tgz`)}
<p>Sign in once; the token goes to the keychain of your computer, or to a file that only you can read.</p>
${block('ballast login')}
<p>In CI, set ${code('BALLAST_TOKEN')} to what ${code('ballast login --print-token')} gives you. Every command takes ${code('--json')}; failures are then JSON, too:</p>
${block('{ "error": { "code": "not_signed_in", "message": "…", "exitCode": 3 } }')}</section>`;

const mark = `<svg viewBox="0 0 24 24" width="22" height="22" fill="none" aria-hidden="true"><path d="M3.15 10.1A9.05 9.05 0 0 1 20.85 10.1" stroke="currentColor" stroke-width="2.1"/><path class="water" d="M2 12.3H22A10 10 0 0 1 2 12.3Z"/></svg>`;

const link = (id: string, text: string) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`;

export const cliManual = (
  { commands, sharedOptions, project, variables, exitCodes }: Manual,
  config: Config,
) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(config.brandName)} CLI</title><meta name="theme-color" content="#0A0C0D">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${webStylesheet()}"><link rel="stylesheet" href="/docs/cli.css"></head>
<body class="dark"><script src="/theme.js"></script>
<header><a href="/">${mark}${escapeHtml(config.brandName)}</a><span aria-hidden="true">/</span><span>CLI</span><a class="reference" href="/docs">API reference</a></header>
<div class="columns"><nav aria-label="Commands"><ul>${link('install', 'Install')}${commands
  .map(({ name }) => link(anchor(name), name.replace('ballast ', '')))
  .join(
    '',
  )}${link('options', 'Options')}${link('project', 'Project file')}${link('environment', 'Environment')}${link('exit-codes', 'Exit codes')}</ul></nav>
<main><h1>The command line</h1><p class="lede">API keys, activity and test tokens from your terminal, with ${code('ballast')}.</p>
${installation(config)}
${commands.map(section).join('\n')}
<section id="options"><h2>Options of every command</h2>${entries('Options', sharedOptions)}</section>
<section id="project"><h2>Project file</h2>${block(project.join('\n'))}</section>
<section id="environment"><h2>Environment</h2>${entries('Variables', variables)}</section>
<section id="exit-codes"><h2>Exit codes</h2><p>A failure is one line on stderr and one of these.</p>${entries('Codes', exitCodes)}</section>
</main></div></body></html>`;

// The portal's own stylesheet brings the fonts, the colours of both themes and the focus ring; this adds the rest.
export const manualStyle = `header{display:flex;align-items:center;gap:12px;height:56px;padding:0 24px;border-bottom:1px solid var(--line);color:var(--text-2)}
header a{display:flex;align-items:center;gap:10px;min-height:28px;color:var(--text);font-weight:500}
header .reference{margin-left:auto;color:var(--accent)}
header .reference:hover,main a:hover{text-decoration:underline}
.water{fill:var(--accent)}
.columns{display:grid;grid-template-columns:200px minmax(0,1fr);gap:40px;max-width:1000px;margin:0 auto;padding:36px 24px 96px}
nav{position:sticky;top:24px;align-self:start}
nav a{display:block;padding:6px 10px;border-radius:var(--r-2);color:var(--text-2)}
nav a:hover{background:var(--hover);color:var(--text)}
h1{font-size:22px;line-height:28px;font-weight:600;letter-spacing:-0.022em}
.lede{margin-top:6px;color:var(--text-2)}
section{padding-top:36px;scroll-margin-top:0}
section+section{margin-top:36px;border-top:1px solid var(--line)}
h2{margin-bottom:6px;font-size:16px;line-height:24px;font-weight:600;letter-spacing:-0.012em}
h3,caption{margin-top:20px;font-size:13px;line-height:18px;font-weight:500;color:var(--text);text-align:left}
caption{padding-top:20px;margin:0}
section p{color:var(--text-2)}
section p+pre,h2+pre{margin-top:10px}
.does{margin-top:10px;font-size:13px;line-height:18px}
.does+pre{margin-top:6px}
.does::first-letter,td::first-letter{text-transform:uppercase}
code{font-family:"Geist Mono Variable",ui-monospace,monospace;font-size:13px;line-height:20px}
pre{margin-top:10px;overflow-x:auto;padding:9px 14px;border:1px solid var(--line);border-radius:var(--r-2);background:var(--inset)}
section pre+p{margin-top:16px}
table{width:100%;border-collapse:collapse}
th,td{padding:9px 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;font-weight:400;font-size:13px;line-height:20px}
th{width:250px;padding-right:16px;color:var(--text)}
td{color:var(--text-2)}
#exit-codes th{width:80px}
@media (max-width:860px){.columns{grid-template-columns:minmax(0,1fr);gap:24px;padding:24px 16px 64px}header{padding:0 16px}
nav{position:static;overflow-x:auto}nav ul{display:flex;gap:4px}nav a{white-space:nowrap;padding:12px 10px}
th,td{display:block;width:auto;border:0;padding:0}th{padding-top:10px}td{padding-bottom:10px;border-bottom:1px solid var(--line)}#exit-codes th{width:auto}}
`;
