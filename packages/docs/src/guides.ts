// The pages of the documentation in their order: the guides, and below the reference a page for each group of endpoints.
import { fillIn } from './fill.ts';
import { type GuideFile, groupFiles, guideFiles } from './read-guides.ts';
import { reference } from './reference/groups.ts';

export type Guide = Omit<GuideFile, 'name' | 'order'> & {
  address: string;
  // A page below another one shows in the list only beside it.
  parent: string | null;
};

const addressOf = (name: string) => (name === 'index' ? '/docs' : `/docs/${name}`);

const cards = (guides: Guide[]) =>
  guides
    .filter(({ address, parent }) => address !== '/docs' && !parent)
    .map((guide) => `- [**${guide.title}**<span>${guide.description}</span>](${guide.address})`)
    .join('\n');

// Placeholders of an installation stay.
export const readGuides = (): Guide[] => {
  const guides = guideFiles.flatMap((file) => {
    const guide = { ...file, address: addressOf(file.name), parent: null };
    if (guide.address !== reference) return [guide];
    const groups = groupFiles.map((group) => ({
      ...group,
      address: `${reference}/${group.name}`,
      parent: reference,
    }));
    return [guide, ...groups];
  });
  return guides.map((guide) => ({
    ...guide,
    markdown: fillIn(guide.markdown, { pages: () => cards(guides) }),
  }));
};
