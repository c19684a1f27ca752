import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { ReminderChoice } from '#web/leads/ReminderChoice.tsx';
import { ChoiceList } from '#web/leads/in-place/ChoiceList.tsx';
import type { EditorProps } from '#web/leads/in-place/edits.ts';
import { isFound } from '#web/lib/names/found-choices.ts';
import { useColleagues } from '#web/pickers/useColleagues.ts';

const NOBODY = { value: '', label: 'Unassigned' };

/** The lead's assignee. Open follow-ups move along unless the user decides otherwise. */
export function PersonEditor({ lead, title, onChoose }: EditorProps) {
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), 250);
  const { colleagues, isError } = useColleagues({ search: asked, clientId: lead.clientId });
  const [comeAlong, setComeAlong] = useState(true);
  const asksForReminders = lead.assigned_to !== null && lead.next_followup_date !== null;
  return (
    <>
      <ChoiceList
        label={title}
        choices={[NOBODY, ...colleagues].filter((one) => isFound(one, search))}
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
