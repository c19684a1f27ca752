import { Button } from '@mantine/core';
import { absences } from '#shared/company/absences.ts';
import type { Absence } from '#shared/company/absences.ts';
import { useSend } from '#web/api/query.ts';
import { absenceWords, useAbsences } from '#web/pickers/useAbsences.ts';
import items from '#web/ui/lists/Items.module.css';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';

type Props = {
  absences: readonly Absence[];
  clientId: string | undefined;
  /** The person, for the names of the buttons; absent for the user. */
  name?: string;
};

/** Somebody's absences. Each can be removed. */
export function AbsenceList({ absences: list, clientId, name }: Props) {
  const { away } = useAbsences(clientId);
  const removal = useSend(absences.remove);
  if (list.length === 0) return null;
  const coverWords = ({ id, name: by, is_active }: NonNullable<Absence['covered_by']>) => {
    const note = is_active ? away(id) : 'inactive';
    return note ? `${by} (${note})` : by;
  };
  const remove = (id: string) =>
    void sayOutcome(removal.mutateAsync({ params: { id }, query: clientId ? { clientId } : {} }), {
      done: () => showSuccess('Absence removed'),
      failed: 'Failed to remove the absence',
    });
  return (
    <ul aria-label={name ? `Absences of ${name}` : 'Absences'}>
      {list.map((absence) => (
        <li key={absence.id} className={items.about}>
          Away {absenceWords(absence)}
          {absence.covered_by && `, covered by ${coverWords(absence.covered_by)}`}{' '}
          <Button
            variant="subtle"
            size="compact-xs"
            disabled={removal.isPending}
            aria-label={`Remove the absence ${absenceWords(absence)}${name ? ` of ${name}` : ''}`}
            onClick={() => remove(absence.id)}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}
