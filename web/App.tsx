import { useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { BrowserRouter } from 'react-router';
import { Library } from '#web/library.ts';
import { AppRoutes } from '#web/routes.tsx';
import { useSession } from '#web/session/useSession.ts';
import { ErrorBoundary } from '#web/ui/states/ErrorBoundary.tsx';

type Props = { router?: ComponentType<{ children: ReactNode }> };

/** Renders a page in one go. As a transition it would begin anew with each response that arrives meanwhile. */
function DirectRouter({ children }: { children: ReactNode }) {
  return <BrowserRouter useTransitions={false}>{children}</BrowserRouter>;
}

/** The app. Public pages don't use the component library, so that they appear at once on a slow phone. */
export function App({ router: Router = DirectRouter }: Props) {
  const { user } = useSession();
  const [isWanted, setIsWanted] = useState(false);
  // The library stays loaded after the session ends, since its last toast may still be visible.
  if (user && !isWanted) setIsWanted(true);
  const pages = (
    <ErrorBoundary>
      <Router>
        <AppRoutes />
      </Router>
    </ErrorBoundary>
  );
  return isWanted ? <Library>{pages}</Library> : pages;
}
