import { useCallback, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { Lead } from '#shared/leads/lead.ts';
import { LeadTable } from '#web/features/leads/list/LeadTable.tsx';
import type { ListProps } from '#web/features/leads/list/rows-props.ts';
import type { FieldsOf } from '#web/leads/fields/field-settings.ts';
import { useInPlace } from '#web/leads/in-place/useInPlace.tsx';
import { writeListState } from '#web/leads/list/list-state.ts';
import { useFieldsByClient } from '#web/leads/fields/useFieldConfiguration.ts';
import { useLastOpened } from '#web/leads/useLastOpened.ts';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import { useCan } from '#web/session/useCan.ts';
import { useUser } from '#web/session/useSession.ts';
import classes from '#web/ui/lists/List.module.css';
import { useIsPhone } from '#web/ui/useIsPhone.ts';
import { Waiting } from '#web/ui/states/Waiting.tsx';
import { loadable } from '#web/lib/loadable.tsx';

// Only phones load the cards, along with the rows.
const LeadCards = loadable(
  async () => (await import('#web/features/leads/list/LeadCards.tsx')).LeadCards,
  Waiting,
);
if (matchMedia('(max-width: 48em)').matches) void LeadCards.load();
const LeadRowMenu = loadable(
  async () => (await import('#web/features/leads/list/LeadRowMenu.tsx')).LeadRowMenu,
);
const QuickEditDialog = loadable(
  async () => (await import('#web/features/leads/form/QuickEditDialog.tsx')).QuickEditDialog,
);

/**
 * The rows as a table or, on a phone, as cards, with one shared menu. What is open over them stays when the
 * last row goes.
 */
export function LeadRows({ empty, ...props }: ListProps & { empty: ReactNode }) {
  const { rows, state, selection, fields } = props;
  const isPhone = useIsPhone();
  const timeZone = useTimeZone();
  const names = new Map(rows.map(({ clientId, client_name }) => [clientId, client_name]));
  const { seesAllClients } = useUser();
  const lastOpened = useLastOpened(true);
  const [edited, setEdited] = useState<string>();
  const [menu, setMenu] = useState<{ lead: Lead; anchor: HTMLElement }>();

  const onMenu = useCallback((lead: Lead, anchor: HTMLElement) => setMenu({ lead, anchor }), []);
  // The lead's page reads this address without the user's default sort, so it is written relative to the
  // product's default.
  const listSearch = writeListState(state).toString();
  const { toggle } = selection;
  // The rows of a chosen client have the list's fields.
  const byClient = useFieldsByClient(state.client_id ? [] : rows.map(({ clientId }) => clientId));
  const fieldsOf: FieldsOf = ({ clientId }) => (state.client_id ? fields : byClient(clientId));
  const inPlace = useInPlace(fieldsOf);
  const mayEdit = useCan('leads.write');
  const onEdit = mayEdit ? inPlace.edit : undefined;
  const actions = useMemo(
    () => ({ listSearch, onSelect: toggle, onMenu, onEdit }),
    [listSearch, toggle, onMenu, onEdit],
  );

  const isSelecting = selection.isAll || selection.leads.size > 0;
  const Rows = isPhone ? LeadCards : LeadTable;
  return (
    <>
      {rows.length === 0 ? (
        empty
      ) : (
        <div className={classes.scroll} data-selecting={isSelecting || undefined}>
          <Rows
            {...props}
            rows={rows.map(inPlace.shown)}
            clientName={seesAllClients ? (clientId) => names.get(clientId) : undefined}
            fieldsOf={fieldsOf}
            timeZone={timeZone}
            lastOpened={lastOpened}
            actions={actions}
          />
        </div>
      )}
      {inPlace.popup}
      {menu && (
        <LeadRowMenu
          lead={menu.lead}
          anchor={menu.anchor}
          listSearch={listSearch}
          onQuickEdit={() => setEdited(menu.lead.id)}
          onClose={() => setMenu(undefined)}
        />
      )}
      {edited && <QuickEditDialog leadId={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}
