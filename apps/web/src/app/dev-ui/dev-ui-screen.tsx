// Every component stands here in every state, to look at and to test against. A production installation has no such
// page.
import { ThemeToggle } from '../../ui/actions/theme-toggle.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import {
  ButtonsSection,
  ChipsSection,
  CodeLineSection,
  ProviderSection,
  TabsSection,
} from './action-sections.tsx';
import { DialogsSection } from './dialog-sections.tsx';
import { FieldsSection, PasswordSection, SelectSection } from './field-sections.tsx';
import { CardsSection, HullSection, SurfacesSection, TilesSection, TypeSection } from './layout-sections.tsx';
import { BadgesSection, BannersSection, LoadingSection, ToastsSection } from './message-sections.tsx';

export function DevUiScreen() {
  return (
    <main className="mx-auto max-w-[1440px] px-4 py-9 md:px-11">
      <PageHeader
        title="Components"
        lede="Every component of the portal in every state."
        action={<ThemeToggle />}
      />
      <div className="grid gap-11 lg:grid-cols-3">
        <div className="flex min-w-0 flex-col gap-10">
          <ButtonsSection />
          <ProviderSection />
          <BadgesSection />
          <CodeLineSection />
          <ChipsSection />
          <TabsSection />
          <SurfacesSection />
        </div>
        <div className="flex min-w-0 flex-col gap-10">
          <FieldsSection />
          <PasswordSection />
          <SelectSection />
        </div>
        <div className="flex min-w-0 flex-col gap-10">
          <ToastsSection />
          <BannersSection />
          <DialogsSection />
          <LoadingSection />
          <TilesSection />
          <TypeSection />
          <CardsSection />
        </div>
      </div>
      <div className="mt-10">
        <HullSection />
      </div>
    </main>
  );
}
