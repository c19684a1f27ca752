import { MantineProvider } from '@mantine/core';
import { Suspense, lazy, useState } from 'react';
import { BrowserRouter } from 'react-router';
import { AppRoutes } from '#web/routes.tsx';
import { useSession } from '#web/session/useSession.ts';
import { colorSchemeManager, cssVariablesResolver, theme } from '#web/theme.ts';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';

const Toaster = lazy(async () => ({ default: (await import('#web/ui/Toaster.tsx')).Toaster }));

/** Where toasts appear. Nothing raises one before the sign-in, so that its page does not wait for their code. */
function Toasts() {
  const [isWanted, setIsWanted] = useState(false);
  const { user } = useSession();
  // It stays: what a session has said may be read after its end.
  if (user && !isWanted) setIsWanted(true);
  return <Suspense>{isWanted && <Toaster />}</Suspense>;
}

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      // Its default variables come from its code; as a file they would be sent twice.
      deduplicateCssVariables={false}
    >
      <Toasts />
      <ErrorBoundary>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </ErrorBoundary>
    </MantineProvider>
  );
}
