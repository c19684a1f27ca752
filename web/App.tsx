import { MantineProvider } from '@mantine/core';
import { Suspense, lazy } from 'react';
import { BrowserRouter } from 'react-router';
import { AppRoutes } from '#web/routes.tsx';
import { colorSchemeManager, cssVariablesResolver, theme } from '#web/theme.ts';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';

const Toaster = lazy(async () => ({ default: (await import('#web/ui/Toaster.tsx')).Toaster }));

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <Suspense>
        <Toaster />
      </Suspense>
      <ErrorBoundary>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </ErrorBoundary>
    </MantineProvider>
  );
}
