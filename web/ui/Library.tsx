import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { colorSchemeManager, cssVariablesResolver, theme } from '#web/theme.ts';

/** What the component library needs around the pages that use it. */
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
      {children}
    </MantineProvider>
  );
}
