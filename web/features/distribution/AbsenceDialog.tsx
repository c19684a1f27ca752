import { useForm } from '@mantine/form';
import { NewAbsence, absences, haveCommonDay } from '#shared/company/absences.ts';
import type { Absence } from '#shared/company/absences.ts';
import { dayOf, zoneOf } from '#shared/values/dates.ts';
import { useSend } from '#web/api/query.ts';
import { problemsIn } from '#web/lib/forms/problems-in.ts';
import { useNow } from '#web/lib/hooks/useNow.ts';
import { UserSelect } from '#web/pickers/UserSelect.tsx';
import { useAbsences } from '#web/pickers/useAbsences.ts';
import { useUser } from '#web/session/useSession.ts';
import { DayInput } from '#web/ui/fields/DayInput.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { useFormCall } from '#web/ui/dialogs/useFormCall.ts';
import items from '#web/ui/lists/Items.module.css';
import { showSuccess } from '#web/ui/states/toast.ts';

type Props = {
  /** The person who is away; absent for the user. */
  person?: { id: string; name: string };
  clientId: string | undefined;
  onClose: () => void;
};

/** The days on which somebody is away: from today by default, and until further notice without a last day. */
export function AbsenceDialog({ person, clientId, onClose }: Props) {
  const user = useUser();
  const absentId = person?.id ?? user.id;
  const today = dayOf(new Date(useNow()), zoneOf(user.client));
  const create = useSend(absences.create);
  const values = (typed: { first_day: string; last_day: string; covered_by: string | null }) => ({
    first_day: typed.first_day,
    last_day: typed.last_day || null,
    covered_by: typed.covered_by,
    ...(person && { user_id: person.id }),
  });
  const form = useForm({
    initialValues: { first_day: today, last_day: '', covered_by: null as string | null },
    validate: (typed) => problemsIn(NewAbsence.safeParse(values(typed))),
  });
  const call = useFormCall(form, {
    send: (typed) => create.mutateAsync({ query: clientId ? { clientId } : {}, body: values(typed) }),
    done: () => {
      showSuccess('Absence saved');
      onClose();
    },
    failed: 'Failed to save the absence',
  });
  const title = person ? `${person.name} is away` : 'I am away';
  return (
    <FormDialog
      {...call}
      title={title}
      description="People who are away get no new leads from the rules. They keep their leads and follow-ups; a colleague can cover the follow-ups."
      size="small"
      save="Save Absence"
      onClose={onClose}
    >
      <DayInput
        label="First day"
        required
        value={form.values.first_day}
        error={form.errors['first_day'] as string | undefined}
        onChange={(day) => form.setFieldValue('first_day', day)}
      />
      <DayInput
        label="Last day, if known"
        value={form.values.last_day}
        error={form.errors['last_day'] as string | undefined}
        onChange={(day) => form.setFieldValue('last_day', day)}
      />
      <UserSelect
        label="Covered by"
        placeholder="Nobody"
        clearable
        clientId={clientId}
        only={({ id }) => id !== absentId}
        value={form.values.covered_by}
        error={form.errors['covered_by'] as string | undefined}
        onChange={(id) => form.setFieldValue('covered_by', id)}
      />
      <Silence absentId={absentId} name={person?.name} clientId={clientId} days={values(form.values)} />
    </FormDialog>
  );
}

type SilenceProps = {
  absentId: string;
  /** The absent person; absent for the user. */
  name: string | undefined;
  clientId: string | undefined;
  days: Pick<Absence, 'first_day' | 'last_day'> & { covered_by: string | null };
};

/**
 * Warns that the follow-ups are not covered on some of the days, because the covering colleague is away as
 * well.
 */
function Silence({ absentId, name, clientId, days }: SilenceProps) {
  const { of, coveredBy } = useAbsences(clientId);
  const meets = (absence: Absence) => haveCommonDay(absence, days);
  const isAwayToo = days.covered_by !== null && of(days.covered_by).some(meets);
  return (
    <div role="status" className={items.about}>
      {isAwayToo && (
        <p>This colleague is also away on some of these days. The follow-ups aren’t covered on those days.</p>
      )}
      {coveredBy(absentId).some(meets) && (
        <p>
          {name ? `${name} is` : 'You are'} covering for someone on some of these days. Choose another cover
          for them.
        </p>
      )}
    </div>
  );
}
