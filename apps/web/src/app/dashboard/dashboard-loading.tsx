import { LoadingText } from '../../ui/feedback/loading.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Mark } from '../../ui/layout/mark.tsx';

// The dashboard until it is known who is signed in, in the shape that the page had at its first paint.
export function DashboardLoading() {
  return (
    <>
      <header className="flex h-14 items-center border-b border-line px-5">
        <Mark className="size-[22px]" />
      </header>
      <div className="flex">
        <div className="hidden h-[calc(100dvh-3.5rem)] w-51 flex-none border-r border-line md:block lg:w-58" />
        <main className="min-w-0 flex-1 px-4 py-5 md:p-7 lg:px-10 lg:py-9">
          <div className="mx-auto flex max-w-content flex-col gap-3">
            <h1 className="sr-only">Developer Portal</h1>
            <div className="flex h-15 items-start pt-1">
              <LoadingText>Loading dashboard...</LoadingText>
            </div>
            <Card className="h-25 md:h-[62px]" />
            <Card className="h-39" />
            <Card className="h-39" />
            <Card className="h-39" />
          </div>
        </main>
      </div>
    </>
  );
}
