import { useState } from 'react';
import { AccessTokens } from '#web/features/access-tokens/AccessTokens.tsx';
import { CalendarFeed } from '#web/features/calendar-feed/CalendarFeed.tsx';
import { OwnSessions } from '#web/features/auth/OwnSessions.tsx';
import { NotificationSettings } from '#web/features/notifications/NotificationSettings.tsx';
import { ProfileForm } from '#web/features/profile/ProfileForm.tsx';
import { TwoStep } from '#web/features/second-factor/TwoStep.tsx';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import { loadable } from '#web/lib/loadable.tsx';
import classes from '#web/pages/SettingsPage.module.css';
import { Section } from '#web/pages/settings/Section.tsx';

const ChangePasswordDialog = loadable(
  async () => (await import('#web/features/profile/ChangePasswordDialog.tsx')).ChangePasswordDialog,
);

/** The user's profile, notifications, two-step sign-in, devices and access tokens. */
export function YouPanel() {
  const timeZone = useTimeZone();
  const [changesPassword, setChangesPassword] = useState(false);
  return (
    <div className={classes.page}>
      <Section title="Profile" text="Your name and sign-in email.">
        <ProfileForm onChangePassword={() => setChangesPassword(true)} />
      </Section>
      <Section title="Notifications" text="What LMS notifies you about, and how.">
        <NotificationSettings timeZone={timeZone} />
      </Section>
      <Section title="Calendar" text="Your follow-ups in Google Calendar, Outlook or Apple Calendar.">
        <CalendarFeed timeZone={timeZone} />
      </Section>
      <Section
        title="Two-step sign-in"
        text="Sign in with a passkey, or with your password and a code from an app, so a stolen password isn’t enough."
      >
        <TwoStep timeZone={timeZone} />
      </Section>
      <Section title="Devices" text="Devices you’re signed in on. Sign out any you don’t recognise.">
        <OwnSessions timeZone={timeZone} />
      </Section>
      <Section title="Access tokens" text="For scripts and other programs that work in your name.">
        <AccessTokens timeZone={timeZone} />
      </Section>
      {changesPassword && <ChangePasswordDialog onClose={() => setChangesPassword(false)} />}
    </div>
  );
}
