import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { foldText } from '#shared/values/fold-text.ts';
import { ReminderChoice } from '#web/leads/ReminderChoice.tsx';
import { ChoiceList } from '#web/leads/in-place/ChoiceList.tsx';
import type { EditorProps } from '#web/leads/in-place/edits.ts';
import { useColleagues } from '#web/pickers/useColleagues.ts';

const NOBODY = { value: '', label: 'Unassigned' };

/** The lead's assignee. Open follow-ups move along unless the user decides otherwise. */
export function PersonEditor({ lead, title, onChoose }: EditorProps) {
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), 250);
  const { colleagues, isError, isPending } = useColleagues({
    search: asked,
    clientId: lead.clientId,
  });
  const [comeAlong, setComeAlong] = useState(true);
  const asksForReminders = lead.assigned_to !== null && lead.next_followup_date !== null;
  const isSearched = asked === search.trim() && !isPending;
  const fits = ({ label }: { label: string }) => foldText(label).includes(foldText(search.trim()));
  return (
    <>
      <ChoiceList
        label={title}
        // The server also searches email addresses. Meanwhile the names already loaded are filtered here.
        choices={[NOBODY, ...colleagues].filter((one) => (isSearched && one !== NOBODY) || fits(one))}
        chosen={lead.assigned_to ?? ''}
        nothing={isError ? 'Failed to load users' : 'Nobody found.'}
        search={search}
        onSearch={setSearch}
        onChoose={({ value, label }) =>
          onChoose({
            value: value || null,
            shown: { assigned_to: value || null, assigned_user_name: value ? label : null },
            ...(asksForReminders && !comeAlong && { withReminders: false }),
          })
        }
      />
      {asksForReminders && <ReminderChoice comeAlong={comeAlong} onChange={setComeAlong} />}
    </>
  );
}
