import { Suspense, lazy, useEffect } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import { loadable } from '#web/lib/loadable.tsx';
import { Library } from '#web/library.ts';
import { HOME, paths } from '#web/paths.ts';
import { currentSession, followOtherTabs, sessionKey } from '#web/session/session-store.ts';
import { useSession } from '#web/session/useSession.ts';
import { Waiting } from '#web/ui/Waiting.tsx';

const Shell = loadable(async () => ({ default: (await import('#web/shell/Shell.tsx')).Shell }));
const SessionProvider = loadable(async () => ({
  default: (await import('#web/shell/SessionProvider.tsx')).SessionProvider,
}));
const LeadsPage = loadable(() => import('#web/pages/LeadsPage.tsx'));
const DashboardPage = loadable(() => import('#web/pages/DashboardPage.tsx'));
const LandingPage = lazy(() => import('#web/pages/LandingPage.tsx'));
const LoginPage = lazy(() => import('#web/pages/LoginPage.tsx'));
const ForgotPasswordPage = lazy(() => import('#web/pages/ForgotPasswordPage.tsx'));
const ResetPasswordPage = lazy(() => import('#web/pages/ResetPasswordPage.tsx'));
const ConfirmEmailPage = lazy(() => import('#web/pages/ConfirmEmailPage.tsx'));
const RegisterPage = lazy(() => import('#web/pages/RegisterPage.tsx'));
const LeadPage = lazy(() => import('#web/pages/LeadPage.tsx'));
const EditLeadPage = lazy(() => import('#web/pages/EditLeadPage.tsx'));
const LogCallPage = lazy(() => import('#web/pages/LogCallPage.tsx'));
const RemindersPage = lazy(() => import('#web/pages/RemindersPage.tsx'));
const CreateLeadPage = lazy(() => import('#web/pages/CreateLeadPage.tsx'));
const ProductsPage = lazy(() => import('#web/pages/ProductsPage.tsx'));
const SettingsPage = lazy(() => import('#web/pages/SettingsPage.tsx'));
const NotFoundPage = lazy(() => import('#web/pages/NotFoundPage.tsx'));

/**
 * Fetches the code that every signed-in user needs: at once for a signed-in user, in a quiet moment of the sign-in
 * page for somebody about to sign in.
 */
function usePrivatePreload(): void {
  const isSigningIn = useLocation().pathname === paths.login;
  useEffect(() => {
    const parts = [Library, SessionProvider, Shell, DashboardPage, LeadsPage];
    const load = () => void Promise.all(parts.map(({ load: one }) => one())).catch(() => undefined);
    if (currentSession().user) load();
    const timer = isSigningIn ? setTimeout(load, 1000) : undefined;
    return () => clearTimeout(timer);
  }, [isSigningIn]);
}

/**
 * The page and user that a redirect to sign-in remembers, so that this user reaches the page; another user does not.
 */
type Memory = { from?: string; of?: string | undefined } | null;

/** Leads elsewhere; a loader fills the screen until the code of the page there has arrived. */
function Redirect({ to, state = null }: { to: string; state?: Memory }) {
  return (
    <>
      <Navigate to={to} replace state={state} />
      <Waiting isWholeScreen />
    </>
  );
}

/** Public pages are for signed-out visitors; a signed-in user goes on to the remembered target. */
function PublicRoutes() {
  const { user } = useSession();
  const memory = useLocation().state as Memory;
  const isTheirs = memory?.of === undefined || memory.of === user?.id;
  return user ? <Redirect to={(isTheirs && memory?.from) || HOME} /> : <Outlet />;
}

/**
 * Private pages: a signed-out visitor is led to `/`, a user with a lost session to /login; both remember the target.
 */
function PrivateRoutes() {
  const { user, ended, former } = useSession();
  const { pathname, search } = useLocation();
  if (user) {
    return (
      <SessionProvider key={sessionKey(user)}>
        <Shell />
      </SessionProvider>
    );
  }
  const memory: Memory = ended === 'signed-out' ? null : { from: pathname + search, of: former };
  return <Redirect to={ended === 'lost' ? paths.login : paths.root} state={memory} />;
}

export function AppRoutes() {
  useEffect(followOtherTabs, []);
  usePrivatePreload();
  return (
    <Suspense fallback={<Waiting isWholeScreen />}>
      <Routes>
        <Route element={<PublicRoutes />}>
          <Route path={paths.root} element={<LandingPage />} />
          <Route path={paths.login} element={<LoginPage />} />
          <Route path={paths.forgotPassword} element={<ForgotPasswordPage />} />
        </Route>
        <Route path={paths.resetPassword} element={<ResetPasswordPage />} />
        <Route path={paths.confirmEmail} element={<ConfirmEmailPage />} />
        <Route path={paths.register} element={<RegisterPage />} />
        <Route element={<PrivateRoutes />}>
          <Route path={paths.dashboard} element={<DashboardPage />} />
          <Route path={paths.leads} element={<LeadsPage />} />
          <Route path={paths.lead(':leadId')} element={<LeadPage />} />
          <Route path={paths.editLead(':leadId')} element={<EditLeadPage />} />
          <Route path={paths.logCall(':leadId')} element={<LogCallPage />} />
          <Route path={paths.reminders} element={<RemindersPage />} />
          <Route path={paths.createLead} element={<CreateLeadPage />} />
          <Route path={paths.products} element={<ProductsPage />} />
          <Route path={paths.settings(':tab?')} element={<SettingsPage />} />
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
