import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { colorSchemeManager, cssVariablesResolver, theme } from '#web/theme.ts';

/** The component library's frame around the pages that use it. */
export function Library({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      // The default variables are part of the library's code. As a separate file they would be sent twice.
      deduplicateCssVariables={false}
    >
      {children}
    </MantineProvider>
  );
}
