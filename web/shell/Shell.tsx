import { useLayoutEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { zoneOf } from '#shared/values/dates.ts';
import { useUser } from '#web/session/useSession.ts';
import { BottomBar } from '#web/shell/bars/BottomBar.tsx';
import { Header } from '#web/shell/bars/Header.tsx';
import classes from '#web/shell/Shell.module.css';
import { Notices } from '#web/shell/notices/Notices.tsx';
import { Sidebar } from '#web/shell/bars/Sidebar.tsx';
import { TopBar } from '#web/shell/bars/TopBar.tsx';
import type { ShellDialog } from '#web/shell/dialogs/shell-dialog.ts';
import type { Caller } from '#web/features/phone-calls/CallerForm.tsx';
import { signOut } from '#web/features/auth/sign-out.ts';
import { ErrorBoundary } from '#web/ui/states/ErrorBoundary.tsx';
import { RouteProgress } from '#web/ui/states/RouteProgress.tsx';
import { CalendarZone } from '#web/lib/calendar-zone.ts';
import { usePhoneCalls } from '#web/live/phone-calls.ts';
import { loadable } from '#web/lib/loadable.tsx';
import { usePageKeys } from '#web/lib/page-keys.ts';

const ConnectionBar = loadable(
  async () => (await import('#web/shell/notices/ConnectionBar.tsx')).ConnectionBar,
);
const PushOffer = loadable(async () => (await import('#web/shell/notices/PushOffer.tsx')).PushOffer);
const AddLeadDialog = loadable(
  async () => (await import('#web/shell/dialogs/AddLeadDialog.tsx')).AddLeadDialog,
);
const ChangePasswordDialog = loadable(
  async () => (await import('#web/features/profile/ChangePasswordDialog.tsx')).ChangePasswordDialog,
);
const SearchDialog = loadable(async () => (await import('#web/shell/dialogs/SearchDialog.tsx')).SearchDialog);
const KeysDialog = loadable(async () => (await import('#web/shell/dialogs/KeysDialog.tsx')).KeysDialog);
const SignOutDialog = loadable(
  async () => (await import('#web/shell/dialogs/SignOutDialog.tsx')).SignOutDialog,
);

const ProofQuestion = loadable(
  async () => (await import('#web/shell/dialogs/ProofQuestion.tsx')).ProofQuestion,
);
const CallReturn = loadable(async () => (await import('#web/features/call-logs/CallReturn.tsx')).CallReturn);
const DueReminders = loadable(
  async () => (await import('#web/features/reminders/DueReminders.tsx')).DueReminders,
);
const PhoneCalls = loadable(
  async () => (await import('#web/features/phone-calls/PhoneCalls.tsx')).PhoneCalls,
);

/** Everything around a private page. Going to another page renders only the parts that follow the address. */
export function Shell() {
  const [dialog, setDialog] = useState<ShellDialog>();
  const timeZone = zoneOf(useUser().client);
  const { calls } = usePhoneCalls();
  const [caller, setCaller] = useState<Caller>();
  const close = () => setDialog(undefined);
  usePageKeys([
    { keys: 'Control+K', does: 'Find anything', run: () => setDialog('search'), inFields: true },
    { keys: '/', does: 'Find anything', run: () => setDialog('search') },
    { keys: '?', does: 'Keyboard shortcuts', run: () => setDialog('keys') },
  ]);

  return (
    <CalendarZone value={timeZone}>
      <div className={classes.shell}>
        <RouteProgress />
        <a className={classes.skip} href="#content">
          Skip to content
        </a>
        <Sidebar onOpen={setDialog} />
        <TopBar onOpen={setDialog} />
        <main className={classes.panel}>
          <Header onOpen={setDialog} />
          <ConnectionBar />
          <Notices />
          <PushOffer />
          <Page />
        </main>
        <BottomBar />
        <DueReminders />
        {(calls.length > 0 || caller) && (
          <PhoneCalls AddLead={AddLeadDialog} caller={caller} onCaller={setCaller} />
        )}
        <CallReturn />
        <ProofQuestion />
        <ErrorBoundary key={dialog} isQuiet>
          {dialog === 'search' && <SearchDialog onOpen={setDialog} onClose={close} />}
          {dialog === 'keys' && <KeysDialog onClose={close} />}
          {dialog === 'add-lead' && <AddLeadDialog onClose={close} />}
          {dialog === 'change-password' && <ChangePasswordDialog onClose={close} />}
          {dialog === 'sign-out' && <SignOutDialog onCancel={close} onConfirm={signOut} />}
        </ErrorBoundary>
      </div>
    </CalendarZone>
  );
}

/**
 * Begins each page at its top: what scrolls is the frame, which stays from one page to the next. An error
 * stays on the page that has it.
 */
function Page() {
  const { pathname } = useLocation();
  const content = useRef<HTMLDivElement>(null);
  // Before the effects of a list that is returned to, which scroll to its last opened row.
  useLayoutEffect(() => {
    content.current?.scrollTo(0, 0);
    // Scrolls instead of the content on phones, with the title.
    content.current?.closest('main')?.scrollTo(0, 0);
  }, [pathname]);
  return (
    <div ref={content} id="content" className={classes.content} tabIndex={-1}>
      <ErrorBoundary key={pathname}>
        <Outlet />
      </ErrorBoundary>
    </div>
  );
}
