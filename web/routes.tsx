import { useEffect } from 'react';
import type { ComponentType } from 'react';
import { Navigate, Outlet, Route, Routes, matchPath, useLocation } from 'react-router';
import { PAGE_PATHS } from '#shared/protocol/page-paths.ts';
import { savesData } from '#web/lib/data-saving.ts';
import { loadPopups, loadable } from '#web/lib/loadable.tsx';
import { whenQuiet } from '#web/lib/quiet.ts';
import { Library } from '#web/library.ts';
import { HOME, paths } from '#web/paths.ts';
import { currentSession, followOtherTabs, sessionKey } from '#web/session/session-store.ts';
import { useSession } from '#web/session/useSession.ts';
import { Waiting } from '#web/ui/states/Waiting.tsx';

const WholeScreenWaiting = () => <Waiting isWholeScreen />;

const Shell = loadable(async () => (await import('#web/shell/Shell.tsx')).Shell, WholeScreenWaiting);
const SessionProvider = loadable(
  async () => (await import('#web/shell/SessionProvider.tsx')).SessionProvider,
  WholeScreenWaiting,
);

const publicPage = (fetch: () => Promise<ComponentType>) => loadable(fetch, WholeScreenWaiting);
const LandingPage = publicPage(async () => (await import('#web/pages/LandingPage.tsx')).LandingPage);
const LoginPage = publicPage(async () => (await import('#web/pages/LoginPage.tsx')).LoginPage);
const ForgotPasswordPage = publicPage(
  async () => (await import('#web/pages/ForgotPasswordPage.tsx')).ForgotPasswordPage,
);
const ResetPasswordPage = publicPage(
  async () => (await import('#web/pages/ResetPasswordPage.tsx')).ResetPasswordPage,
);
const ConfirmEmailPage = publicPage(
  async () => (await import('#web/pages/ConfirmEmailPage.tsx')).ConfirmEmailPage,
);
const RegisterPage = publicPage(async () => (await import('#web/pages/RegisterPage.tsx')).RegisterPage);
const NotFoundPage = publicPage(async () => (await import('#web/pages/NotFoundPage.tsx')).NotFoundPage);

const privatePage = (fetch: () => Promise<ComponentType>) => loadable(fetch, Waiting);
const DashboardPage = privatePage(async () => (await import('#web/pages/DashboardPage.tsx')).DashboardPage);
const LeadsPage = privatePage(async () => (await import('#web/pages/LeadsPage.tsx')).LeadsPage);
const LeadPage = privatePage(async () => (await import('#web/pages/LeadPage.tsx')).LeadPage);
const EditLeadPage = privatePage(async () => (await import('#web/pages/EditLeadPage.tsx')).EditLeadPage);
const LogCallPage = privatePage(async () => (await import('#web/pages/LogCallPage.tsx')).LogCallPage);
const RemindersPage = privatePage(async () => (await import('#web/pages/RemindersPage.tsx')).RemindersPage);
const CallsPage = privatePage(async () => (await import('#web/pages/CallsPage.tsx')).CallsPage);
const ReportsPage = privatePage(async () => (await import('#web/pages/ReportsPage.tsx')).ReportsPage);
const CreateLeadPage = privatePage(
  async () => (await import('#web/pages/CreateLeadPage.tsx')).CreateLeadPage,
);
const ProductsPage = privatePage(async () => (await import('#web/pages/ProductsPage.tsx')).ProductsPage);
const SettingsPage = privatePage(async () => (await import('#web/pages/SettingsPage.tsx')).SettingsPage);
const NotFoundInside = privatePage(async () => (await import('#web/pages/NotFoundPage.tsx')).NotFoundInside);

/** Only for visitors who have not signed in. */
const VISITORS_PAGES = [
  { path: PAGE_PATHS.root, Page: LandingPage },
  { path: PAGE_PATHS.login, Page: LoginPage },
  { path: PAGE_PATHS.forgotPassword, Page: ForgotPasswordPage },
];
const PUBLIC_PAGES = [
  { path: PAGE_PATHS.resetPassword, Page: ResetPasswordPage },
  { path: PAGE_PATHS.confirmEmail, Page: ConfirmEmailPage },
  { path: PAGE_PATHS.register, Page: RegisterPage },
];
const PRIVATE_PAGES = [
  { path: PAGE_PATHS.dashboard, Page: DashboardPage },
  { path: PAGE_PATHS.leads, Page: LeadsPage },
  { path: PAGE_PATHS.lead, Page: LeadPage },
  { path: PAGE_PATHS.editLead, Page: EditLeadPage },
  { path: PAGE_PATHS.logCall, Page: LogCallPage },
  { path: PAGE_PATHS.reminders, Page: RemindersPage },
  { path: PAGE_PATHS.calls, Page: CallsPage },
  { path: PAGE_PATHS.reports, Page: ReportsPage },
  { path: PAGE_PATHS.createLead, Page: CreateLeadPage },
  { path: PAGE_PATHS.products, Page: ProductsPage },
  { path: PAGE_PATHS.settings, Page: SettingsPage },
];
const PRIVATE_FRAME = [Library, SessionProvider, Shell];

const load = (parts: { load: () => Promise<unknown> }[]) => Promise.all(parts.map((part) => part.load()));

/** Loads all the code for the first paint of an address at once, instead of each part after its parent. */
export async function loadPageAt(address: string): Promise<void> {
  const isSignedIn = currentSession().user !== undefined;
  const own = isSignedIn ? PRIVATE_PAGES : VISITORS_PAGES;
  const found = [...own, ...PUBLIC_PAGES].find(({ path }) => matchPath(path, address));
  const page = found?.Page ?? (isSignedIn ? NotFoundInside : NotFoundPage);
  await load(isSignedIn ? [...PRIVATE_FRAME, page] : [page]);
}

/** The code of what runs beside every private page, which is one file of the build. */
const Beside = { load: async () => await import('#web/live/live.ts') };
/** The pages that most users open, in the order in which they do. */
const PAGES_OF_WORK = [DashboardPage, LogCallPage, LeadPage, LeadsPage, RemindersPage];

/** Loads the code that a sign-in needs, while somebody types. */
async function prepareSignIn(): Promise<void> {
  await load([...PRIVATE_FRAME, DashboardPage]);
  await load([Beside, LeadsPage]);
}

/**
 * Loads the pages of the work as soon as the one on the screen has its data; then, in quiet moments, everything
 * else that is needed offline: a page requested then shows that there is no connection, and popups open.
 */
async function prepareWork(signal: AbortSignal): Promise<void> {
  for (const page of PAGES_OF_WORK) {
    await whenQuiet(0);
    if (signal.aborted) return;
    await page.load();
  }
  await whenQuiet();
  if (signal.aborted) return;
  if (import.meta.env.PROD) navigator.serviceWorker?.register('/offline-worker.js').catch(() => undefined);
  await loadPopups();
}

/**
 * Loads code before it is needed: on the sign-in page and for signed-in users. Loads nothing if the browser
 * saves data.
 */
function usePrivatePreload(): void {
  const isSigningIn = useLocation().pathname === paths.login;
  const isSignedIn = useSession().user !== undefined;
  useEffect(() => {
    if (savesData() || (!isSigningIn && !isSignedIn)) return undefined;
    const stop = new AbortController();
    const prepare = async () => await (isSignedIn ? prepareWork(stop.signal) : prepareSignIn());
    const timer = setTimeout(() => void prepare().catch(() => undefined), 1000);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [isSigningIn, isSignedIn]);
}

/** The page and user that a redirect to sign-in remembers. Only this user is taken to the page. */
type Memory = { from?: string; of?: string | undefined; notice?: string } | null;

/** Redirects. A loader fills the screen until the code of the target page has loaded. */
function Redirect({ to, state = null }: { to: string; state?: Memory }) {
  return (
    <>
      <Navigate to={to} replace state={state} />
      <Waiting isWholeScreen />
    </>
  );
}

/** Public pages are for signed-out visitors. A signed-in user goes on to the remembered target. */
function PublicRoutes() {
  const { user } = useSession();
  const memory = useLocation().state as Memory;
  const isTheirs = memory?.of === undefined || memory.of === user?.id;
  return user ? <Redirect to={(isTheirs && memory?.from) || HOME} /> : <Outlet />;
}

const SESSION_ENDED = 'Your session has ended. Sign in to go on.';

/**
 * Private pages. Signed-out visitors are redirected to `/`, users with a lost session to /login; both
 * remember the target.
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
  const target = { from: pathname + search, of: former };
  if (ended === 'lost') return <Redirect to={paths.login} state={{ ...target, notice: SESSION_ENDED }} />;
  return <Redirect to={paths.root} state={ended === 'signed-out' ? null : target} />;
}

export function AppRoutes() {
  useEffect(followOtherTabs, []);
  usePrivatePreload();
  const isSignedIn = useSession().user !== undefined;
  return (
    <Routes>
      <Route element={<PublicRoutes />}>{VISITORS_PAGES.map(routeOf)}</Route>
      {PUBLIC_PAGES.map(routeOf)}
      <Route element={<PrivateRoutes />}>{PRIVATE_PAGES.map(routeOf)}</Route>
      <Route element={isSignedIn ? <PrivateRoutes /> : <Outlet />}>
        <Route path="*" element={isSignedIn ? <NotFoundInside /> : <NotFoundPage />} />
      </Route>
    </Routes>
  );
}

function routeOf({ path, Page }: { path: string; Page: ComponentType }) {
  return <Route key={path} path={path} element={<Page />} />;
}
