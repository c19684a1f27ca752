import { Suspense, useState } from 'react';
import { BrowserRouter } from 'react-router';
import { Library } from '#web/library.ts';
import { AppRoutes } from '#web/routes.tsx';
import { useSession } from '#web/session/useSession.ts';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import { Waiting } from '#web/ui/Waiting.tsx';

/** Public pages do without the component library, so that they are there at once on a slow phone. */
export function App() {
  const { user } = useSession();
  const [isWanted, setIsWanted] = useState(false);
  // It stays: what a session has said in a toast may be read after its end.
  if (user && !isWanted) setIsWanted(true);
  const pages = (
    <ErrorBoundary>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </ErrorBoundary>
  );
  if (!isWanted) return pages;
  return (
    <Suspense fallback={<Waiting />}>
      <Library>{pages}</Library>
    </Suspense>
  );
}
