import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router';
import { createQueryClient } from '#web/api/query-client.ts';
import { AppRoutes } from '#web/routes.tsx';
import { SessionProvider } from '#web/session/SessionProvider.tsx';
import { colorSchemeManager, cssVariablesResolver, theme } from '#web/theme.ts';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';

const queries = createQueryClient();

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <Notifications position="top-center" limit={1} autoClose={4000} zIndex={600} aria-live="polite" />
      <ErrorBoundary>
        <QueryClientProvider client={queries}>
          <BrowserRouter>
            <SessionProvider>
              <AppRoutes />
            </SessionProvider>
          </BrowserRouter>
        </QueryClientProvider>
      </ErrorBoundary>
    </MantineProvider>
  );
}
