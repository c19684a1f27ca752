import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import { Navigate, useParams } from 'react-router';
import { DEFAULT_TIME_ZONE } from '#shared/dates.ts';
import { NotificationSettings } from '#web/features/account/NotificationSettings.tsx';
import { ProfileForm } from '#web/features/account/ProfileForm.tsx';
import { TrashList } from '#web/features/leads/trash/TrashList.tsx';
import { RecentOperations } from '#web/features/operations/RecentOperations.tsx';
import classes from '#web/pages/SettingsPage.module.css';
import { paths } from '#web/paths.ts';
import { useUser } from '#web/session/useSession.ts';

const ChangePasswordDialog = lazy(async () => ({
  default: (await import('#web/features/account/ChangePasswordDialog.tsx')).ChangePasswordDialog,
}));

const GENERAL = 'general';

/** The settings open to everyone; any other tab leads to them. */
export default function SettingsPage() {
  const { tab } = useParams();
  if (tab !== GENERAL) return <Navigate to={paths.settings(GENERAL)} replace />;
  return <GeneralSettings />;
}

/** Profile, what was done lately, and the trash. */
function GeneralSettings() {
  const timeZone = useUser().client?.timeZone ?? DEFAULT_TIME_ZONE;
  const [changesPassword, setChangesPassword] = useState(false);
  return (
    <div className={classes.page}>
      <Section title="Profile" text="Your name and the address you sign in with.">
        <ProfileForm onChangePassword={() => setChangesPassword(true)} />
      </Section>
      <Section title="Notifications" text="What LMS tells you, and how.">
        <NotificationSettings />
      </Section>
      <Section title="Recent operations" text="What changed leads, and can be undone for 30 days.">
        <RecentOperations timeZone={timeZone} />
      </Section>
      <Section title="Trash" text="Deleted leads can be brought back for 30 days.">
        <TrashList timeZone={timeZone} />
      </Section>
      <Suspense>
        {changesPassword && <ChangePasswordDialog onClose={() => setChangesPassword(false)} />}
      </Suspense>
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
