import { useState } from 'react';
import type { ReactNode } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { PERMISSIONS, can } from '#shared/permissions.ts';
import { AccessTokens } from '#web/features/access-tokens/AccessTokens.tsx';
import { installation } from '#web/lib/installation.ts';
import { OwnSessions } from '#web/features/auth/OwnSessions.tsx';
import { TrashList } from '#web/features/lead-trash/TrashList.tsx';
import { NotificationSettings } from '#web/features/notifications/NotificationSettings.tsx';
import { RecentOperations } from '#web/features/operations/RecentOperations.tsx';
import { ProfileForm } from '#web/features/profile/ProfileForm.tsx';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import classes from '#web/pages/SettingsPage.module.css';
import { SettingsTabs } from '#web/pages/settings/SettingsTabs.tsx';
import { paths } from '#web/paths.ts';
import { useUser } from '#web/session/useSession.ts';
import { SETTINGS_TABS } from '#web/settings-tabs.ts';
import { AccessDenied } from '#web/ui/states/AccessDenied.tsx';
import { Waiting } from '#web/ui/states/Waiting.tsx';
import { loadable } from '#web/lib/loadable.tsx';

const ChangePasswordDialog = loadable(
  async () => (await import('#web/features/profile/ChangePasswordDialog.tsx')).ChangePasswordDialog,
);

const OwnAbsences = loadable(
  async () => (await import('#web/features/distribution/OwnAbsences.tsx')).OwnAbsences,
);

const ArchiveDownload = loadable(
  async () => (await import('#web/features/clients/ArchiveDownload.tsx')).ArchiveDownload,
);

const GENERAL = 'general';

const AdminPanel = loadable(
  async () => (await import('#web/pages/settings/AdminPanel.tsx')).AdminPanel,
  Waiting,
);

/**
 * The message on the general tab for a user who opened a tab of another role. The browser keeps history state
 * over a reload, so the message is tied to the page load that set it.
 */
type Refusal = { refusal?: string; page?: number } | null;
const PAGE = performance.timeOrigin;

/**
 * The settings. An unknown tab redirects to the general one; so does a tab of another role, with the reason.
 */
export function SettingsPage() {
  const { tab } = useParams();
  const { role } = useUser();
  const state = useLocation().state as Refusal;
  const refused = state?.page === PAGE ? state.refusal : undefined;
  const found = SETTINGS_TABS.find((each) => each.tab === tab);
  if (!found) return <Navigate to={paths.settings(GENERAL)} replace />;
  if (!can(role.name, found.permission)) {
    const { refusal } = PERMISSIONS[found.permission];
    return (
      <Navigate to={paths.settings(GENERAL)} replace state={{ refusal, page: PAGE } satisfies Refusal} />
    );
  }
  return (
    <div className={classes.settings}>
      <SettingsTabs />
      {refused && found.tab === GENERAL ? (
        <AccessDenied message={refused} />
      ) : found.tab === GENERAL ? (
        <GeneralSettings />
      ) : (
        <AdminPanel tab={found.tab} />
      )}
    </div>
  );
}

/** Profile, recent operations, the trash, and all data of the company. */
function GeneralSettings() {
  const timeZone = useTimeZone();
  const { role, client } = useUser();
  const [changesPassword, setChangesPassword] = useState(false);
  return (
    <div className={classes.page}>
      <Section title="Profile" text="Your name and sign-in email.">
        <ProfileForm onChangePassword={() => setChangesPassword(true)} />
      </Section>
      <Section title="Notifications" text="What LMS notifies you about, and how.">
        <NotificationSettings />
      </Section>
      {client && (
        <Section
          title="Away"
          text="On these days the rules assign you no leads. Colleagues see them when they assign work."
        >
          <OwnAbsences />
        </Section>
      )}
      <Section title="Devices" text="Devices you’re signed in on. Sign out any you don’t recognise.">
        <OwnSessions timeZone={timeZone} />
      </Section>
      <Section title="Access tokens" text="For scripts and other programs that work in your name.">
        <AccessTokens timeZone={timeZone} />
      </Section>
      <Section
        title="Recent operations"
        text={`Imports and bulk changes. You can undo them for ${installation.trashDays} days.`}
      >
        <RecentOperations timeZone={timeZone} />
      </Section>
      <Section title="Trash" text={`Deleted leads can be restored for ${installation.trashDays} days.`}>
        <TrashList timeZone={timeZone} />
      </Section>
      {client && can(role.name, 'clients.archive') && (
        <Section title="All data" text={`All data of ${client.clientName}, as one file.`}>
          <ArchiveDownload clientId={client.id} />
        </Section>
      )}
      {changesPassword && <ChangePasswordDialog onClose={() => setChangesPassword(false)} />}
    </div>
  );
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.text}>{text}</p>
      {children}
    </section>
  );
}
