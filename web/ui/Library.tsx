import { MantineProvider } from '@mantine/core';
import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import { colorSchemeManager, cssVariablesResolver, theme } from '#web/theme.ts';

const Toaster = lazy(async () => ({ default: (await import('#web/ui/Toaster.tsx')).Toaster }));

/** What the component library and the toasts need around the pages that use them. */
export function Library({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      // Its default variables come from its code; as a file they would be sent twice.
      deduplicateCssVariables={false}
    >
      <Suspense>
        <Toaster />
      </Suspense>
      {children}
    </MantineProvider>
  );
}
