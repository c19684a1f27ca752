import { createContext, use, useLayoutEffect } from 'react';

export type PageTitle = { label: string; description: string };

/** Receives the title of the current page; undefined restores the navigation's title. */
export const PageTitleContext = createContext<(title: PageTitle | undefined) => void>(() => undefined);

/** Sets the title of heading and tab while the calling page is shown, instead of the navigation's. */
export function usePageTitle(label: string, description: string): void {
  const setTitle = use(PageTitleContext);
  useLayoutEffect(() => {
    setTitle({ label, description });
    return () => setTitle(undefined);
  }, [setTitle, label, description]);
}
