// The content of a tab is loaded when the tab is opened. What has been loaded before is drawn at once: React would show the loading
// state of a part that is there already, and then keep it for 300 ms so that it does not flash.
import { type ComponentType, lazy, useState } from 'react';
import { loadPatiently } from '../../domain/lazy-part.ts';
import type { TabProps } from '../../domain/tab-props.ts';

type Content = ComponentType<TabProps>;

export const tabContent = (load: () => Promise<Content>) => {
  let loaded: Content | null = null;
  const preload = async () => {
    loaded ??= await load();
    return { default: loaded };
  };
  const Lazy = lazy(() => loadPatiently(preload));

  function TabContent(props: TabProps) {
    const [Shown] = useState(() => loaded ?? Lazy);
    return <Shown {...props} />;
  }
  return Object.assign(TabContent, { preload });
};
