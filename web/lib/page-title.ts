import { createContext, use, useLayoutEffect } from 'react';

export type PageTitle = { label: string; description: string };

/** Takes the title of the page that is shown; undefined gives the title back to the navigation. */
export const PageTitleContext = createContext<(title: PageTitle | undefined) => void>(() => undefined);

/** Names heading and tab while the calling page is shown, in place of the navigation's words. */
export function usePageTitle(label: string, description: string): void {
  const setTitle = use(PageTitleContext);
  useLayoutEffect(() => {
    setTitle({ label, description });
    return () => setTitle(undefined);
  }, [setTitle, label, description]);
}
