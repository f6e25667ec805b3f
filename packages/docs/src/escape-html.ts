const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (found) => entities[found] ?? found);

const characters = new Map(Object.entries(entities).map(([character, entity]) => [entity, character]));

// highlight.js writes an apostrophe as &#x27;.
export const unescapeHtml = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (entity) =>
    entity === '&#x27;' ? "'" : (characters.get(entity) ?? entity),
  );
