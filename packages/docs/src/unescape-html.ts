import { htmlEntities } from '@ballast/contract/escape-html';

const characters = new Map(Object.entries(htmlEntities).map(([character, entity]) => [entity, character]));

// highlight.js writes an apostrophe as &#x27;.
export const unescapeHtml = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (entity) =>
    entity === '&#x27;' ? "'" : (characters.get(entity) ?? entity),
  );
