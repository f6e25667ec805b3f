// The first page leads to the others.
import { escapeHtml } from '../../../../runtime/escape-html.ts';
import { installation } from '../installation.ts';
import { addressOf } from '../layout.ts';
import type { Page } from '../markup.ts';

export const homePage = (others: readonly Page[]): Page => ({
  path: '',
  title: 'Documentation',
  documentTitle: `${installation.brandName} Documentation`,
  description: `How to use ${installation.brandName}: a five-minute guide, API keys, limits and errors, gateways, the command line and the API reference.`,
  lede: 'Begin with the five-minute guide. Everything else is for when you need it.',
  sections: [
    {
      id: 'pages-of-the-documentation',
      title: 'Where to find what',
      html: `<ul class="cards">${others
        .map(
          (page) =>
            `<li><a href="${addressOf(page)}"><strong>${escapeHtml(page.title)}</strong><span>${page.description}</span></a></li>`,
        )
        .join('')}</ul>`,
    },
  ],
});
