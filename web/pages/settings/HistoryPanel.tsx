import { TrashList } from '#web/features/lead-trash/TrashList.tsx';
import { RecentOperations } from '#web/features/operations/RecentOperations.tsx';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import { installation } from '#web/lib/installation.ts';
import classes from '#web/pages/SettingsPage.module.css';
import { Section } from '#web/pages/settings/Section.tsx';

/** Recent operations and the trash. */
export function HistoryPanel() {
  const timeZone = useTimeZone();
  return (
    <div className={classes.page}>
      <Section
        title="Recent operations"
        text={`Imports, bulk changes, merges, deletions and new assignees. You can undo them for ${installation.trashDays} days.`}
      >
        <RecentOperations timeZone={timeZone} />
      </Section>
      <Section title="Trash" text={`Deleted leads can be restored for ${installation.trashDays} days.`}>
        <TrashList timeZone={timeZone} />
      </Section>
    </div>
  );
}
