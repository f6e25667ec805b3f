// Every component in its states, to look at and to test against. A production installation has no such page.
import { ThemeToggle } from '../../ui/actions/icon-button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { controls } from './controls.tsx';
import { surfaces } from './surfaces.tsx';

export function DevUiScreen() {
  return (
    <main className="mx-auto max-w-[1440px] px-4 py-9 md:px-11">
      <PageHeader
        title="Components"
        lede="Every component of the portal in every state."
        action={<ThemeToggle />}
      />
      <div className="gap-11 lg:columns-2">
        {Object.entries({ ...controls, ...surfaces }).map(([title, examples]) => (
          <section key={title} className="mb-10 flex break-inside-avoid flex-col gap-4">
            <h2 className="border-b border-line pb-3 text-small text-text-3">{title}</h2>
            {examples}
          </section>
        ))}
      </div>
    </main>
  );
}
