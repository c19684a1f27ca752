import { inNumbers } from '#shared/values/numbers.ts';
import classes from './PreviewNotes.module.css';
import type { Import } from '#web/features/lead-import/useImport.ts';
import { SeveralSelect } from '#web/leads/filters/SeveralSelect.tsx';
import { useChoiceSearch } from '#web/pickers/useChoiceSearch.ts';
import { useColleagues } from '#web/pickers/useColleagues.ts';
import { Choices } from '#web/ui/fields/Choices.tsx';

const WAYS = [
  { value: 'share', label: 'In turn' },
  { value: 'rules', label: 'By rules' },
];

/**
 * The owners of the new leads: those in the file, chosen people in turn, or those that the company's rules
 * choose.
 */
export function ShareOut({ wizard, leads }: { wizard: Import; leads: number }) {
  const { sharers, distribute, clientId, mapping } = wizard.state.request;
  const { asked, listen } = useChoiceSearch();
  const { colleagues, pagination } = useColleagues({ search: asked, clientId: clientId ?? undefined });
  if (leads === 0) return null;
  const chosen = sharers ?? [];
  const others = colleagues.filter(({ value }) => !chosen.some((one) => one.value === value));
  const people = [...chosen, ...others];
  const namesOwners = mapping?.includes('owner') === true;
  return (
    <div>
      <dt>Assign to</dt>
      <dd>
        <Choices
          title="Assign to"
          isTitleHidden
          choices={[{ value: 'file', label: namesOwners ? 'As in the file' : 'Unassigned' }, ...WAYS]}
          value={sharers ? 'share' : distribute ? 'rules' : 'file'}
          onChange={(way) =>
            wizard.setOptions({
              sharers: way === 'share' ? [] : undefined,
              distribute: way === 'rules',
            })
          }
        />
        {!namesOwners && !sharers && !distribute && (
          <p className={classes.hint}>The file names no owner: the leads will be unassigned.</p>
        )}
        {distribute && (
          <p className={classes.hint}>
            Leads without an owner in the file are assigned by the distribution rules (Settings → Users →
            Distribution).
          </p>
        )}
        {sharers && (
          <div className={classes.sharers}>
            <SeveralSelect
              label="Who gets the leads"
              placeholder="Choose people"
              nothingFoundMessage="Nobody found."
              choices={people}
              value={sharers.map(({ value }) => value)}
              onSearchChange={(text) => listen(text, pagination)}
              onChange={(ids) =>
                wizard.setOptions({ sharers: people.filter(({ value }) => ids.includes(value)) })
              }
            />
            <p className={classes.hint}>{shareWords(leads, sharers.length)}</p>
          </div>
        )}
      </dd>
    </div>
  );
}

/** 'Each gets 25 or 26 of the 101 new leads …'. */
function shareWords(leads: number, people: number): string {
  if (people === 0) return 'Choose who gets the leads.';
  const [least, most] = [Math.floor(leads / people), Math.ceil(leads / people)];
  const each = least === most ? inNumbers(least) : `${inNumbers(least)} or ${inNumbers(most)}`;
  return `Each gets ${each} of ${inNumbers(leads)} new leads, in the order of the file. Owners named in the file go to the notes.`;
}
