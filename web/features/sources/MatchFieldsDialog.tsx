import { Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '#shared/values/dates.ts';
import { SOURCE_TARGETS, sources } from '#shared/company/sources.ts';
import type { Source } from '#shared/company/sources.ts';
import { CALL_TARGETS, isTelephony } from '#shared/activities/telephony.ts';
import { query, useSend } from '#web/api/query.ts';
import classes from '#web/features/sources/Sources.module.css';
import { useFieldConfiguration } from '#web/leads/fields/useFieldConfiguration.ts';
import { useClientCalendar } from '#web/leads/useTimeZone.ts';
import { currentIn } from '#web/lib/errors.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { useFormCall } from '#web/ui/dialogs/useFormCall.ts';
import grid from '#web/ui/fields/Form.module.css';
import { PartStates } from '#web/ui/states/PartStates.tsx';
import { showSuccess } from '#web/ui/states/toast.ts';

type Props = { source: Source; onClose: () => void };

/** The values of the latest delivery, each with a select for the field of a lead, or part of a call, that it goes to. */
export function MatchFieldsDialog({ source, onClose }: Props) {
  const { id, name, clientId, kind } = source;
  const sendsCalls = isTelephony(kind);
  const { timeZone } = useClientCalendar(clientId);
  const sample = useQuery(query(sources.received, { params: { id }, query: {} }));
  const update = useSend(sources.update);
  const form = useForm<{ changes: Record<string, string> }>({ initialValues: { changes: {} } });
  const { changes } = form.values;
  const send = async ({ mapping, version }: Pick<Source, 'mapping' | 'version'>) =>
    await update.mutateAsync({ params: { id }, body: { mapping: { ...mapping, ...changes }, version } });
  const call = useFormCall(form, {
    // Matches that others have saved meanwhile stay.
    send: async () =>
      await send(source).catch(async (error: unknown) => {
        const now = currentIn(error) as Source | undefined;
        if (now) return await send(now);
        throw error;
      }),
    done: () => {
      showSuccess('Fields matched');
      onClose();
    },
    failed: 'Failed to match the fields',
  });
  return (
    <FormDialog
      {...call}
      title="Match Fields"
      description={name}
      size="large"
      onClose={onClose}
      save="Save"
      isDisabled={Object.keys(changes).length === 0}
    >
      <div className={grid.wide}>
        <PartStates
          source={sample}
          loading="Loading the latest delivery..."
          failure="Failed to load the latest delivery"
        >
          {({ data }) =>
            data.delivery ? (
              <>
                <p className={classes.hint}>
                  Received on {formatDateTime(data.delivery.at, timeZone)}. From the next delivery, each value
                  goes to the field beside it.
                </p>
                <Answers
                  answers={data.answers}
                  clientId={clientId}
                  sendsCalls={sendsCalls}
                  changes={changes}
                  onChange={(answer, target) =>
                    form.setFieldValue('changes', (old) => ({ ...old, [answer]: target }))
                  }
                />
              </>
            ) : (
              <p className={classes.hint}>
                Nothing has arrived yet. {sendsCalls ? 'Make a call' : 'Send a lead from there'}; its values
                will appear here.
              </p>
            )
          }
        </PartStates>
      </div>
    </FormDialog>
  );
}

type AnswersProps = {
  answers: readonly { name: string; value: string; target: string }[];
  clientId: string;
  sendsCalls: boolean;
  changes: Readonly<Record<string, string>>;
  onChange: (answer: string, target: string) => void;
};

function Answers({ answers, clientId, sendsCalls, changes, onChange }: AnswersProps) {
  const { custom, title } = useFieldConfiguration(clientId);
  const targets = Object.entries(sendsCalls ? CALL_TARGETS : SOURCE_TARGETS);
  const choices = [
    ...targets.map(([value, label]) => ({ value, label })),
    ...(sendsCalls ? [] : custom.map((key) => ({ value: key as string, label: title(key) }))),
  ];
  return (
    <ul className={classes.answers}>
      {answers.map(({ name, value, target }) => (
        <li key={name}>
          <div>
            <strong>{name}</strong>
            <span>{value}</span>
          </div>
          <Select
            aria-label={`Field for ${name}`}
            data={choices}
            value={changes[name] ?? target}
            allowDeselect={false}
            searchable
            onChange={(next) => next && onChange(name, next)}
          />
        </li>
      ))}
    </ul>
  );
}
