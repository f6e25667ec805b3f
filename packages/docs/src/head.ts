// The head of every page: title, preview for messengers, icons, fonts and styles.
import { escapeHtml } from '@ballast/contract/escape-html';

// Files whose names change with their content.
export type Assets = { script: string; stylesheet: string; index: string };

type Described = { address: string; documentTitle: string; description: string };

// Messengers and social networks show these beside a link.
const previewOf = ({ address, documentTitle, description }: Described) => {
  const tags: [key: string, name: string, content: string][] = [
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', '%BRAND%'],
    ['property', 'og:title', documentTitle],
    ['property', 'og:description', description],
    ['property', 'og:url', `%URL%${address}`],
    ['property', 'og:image', '%URL%/preview.png'],
    ['property', 'og:image:width', '1200'],
    ['property', 'og:image:height', '630'],
    ['property', 'og:image:alt', 'The %BRAND% mark above the lines of a hull'],
    ['name', 'twitter:card', 'summary_large_image'],
  ];
  return tags
    .map(([key, name, content]) => `<meta ${key}="${name}" content="${escapeHtml(content)}">`)
    .join('');
};

export const headOf = (
  page: Described,
  { script, stylesheet }: Assets,
) => `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.documentTitle)}</title><meta name="description" content="${escapeHtml(page.description)}"><meta name="theme-color" content="#0A0C0D">
${previewOf(page)}
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="preload" href="%SANS_FONT%" as="font" type="font/woff2" crossorigin>
<link rel="preload" href="%MONO_FONT%" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="%STYLESHEET%"><link rel="stylesheet" href="${stylesheet}">%BRAND_STYLES%
<script type="module" src="${script}"></script>`;
