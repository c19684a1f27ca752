import { ActionIcon, Button } from '@mantine/core';
import PhoneCall from 'lucide-react/icons/phone-call';
import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { leads } from '#shared/leads/leads.ts';
import { inNumbers } from '#shared/values/numbers.ts';
import type { DataOf } from '#shared/protocol/endpoint.ts';
import type { Pagination } from '#shared/protocol/pagination.ts';
import { send } from '#web/api/send.ts';
import { BulkDeleteDialog } from '#web/features/lead-bulk/BulkDeleteDialog.tsx';
import { BulkAssignDialog } from '#web/features/lead-bulk/BulkAssignDialog.tsx';
import { BulkMenu } from '#web/features/lead-bulk/BulkMenu.tsx';
import type { BulkKind } from '#web/features/lead-bulk/BulkMenu.tsx';
import { BulkUpdateDialog } from '#web/features/lead-bulk/BulkUpdateDialog.tsx';
import classes from '#web/features/lead-bulk/SelectionBar.module.css';
import { narrows, targetOf } from '#web/features/lead-bulk/bulk-target.ts';
import type { BulkTarget, Filters } from '#web/features/lead-bulk/bulk-target.ts';
import type { BulkProblems } from '#web/features/lead-bulk/useBulk.ts';
import { useChosenLeads } from '#web/features/lead-bulk/useChosenLeads.ts';
import { filterQuery } from '#web/leads/list/list-query.ts';
import { isUnassignedList } from '#web/leads/list/list-state.ts';
import type { ListState } from '#web/leads/list/list-state.ts';
import type { Selection } from '#web/leads/list/useSelection.ts';
import { isFocusLost } from '#web/lib/focus-content.ts';
import { useCan } from '#web/session/useCan.ts';
import { useUser } from '#web/session/useSession.ts';
import { totalText } from '#web/ui/lists/PaginationFooter.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import styles from '#web/features/lead-bulk/BulkDialog.module.css';

type Props = {
  selection: Selection;
  state: ListState;
  pagination: Pagination;
  shown: number;
  /** Opens the export of a list. */
  onExport: (state: ListState) => void;
};

/** The number of selected leads, an offer to select all matching ones, and the bulk actions. */
export function SelectionBar({ selection, state, pagination, shown, onExport }: Props) {
  const { seesAllClients } = useUser();
  const filters = filterQuery(state);
  const chosen = useChosenLeads(selection, state);
  const [open, setOpen] = useState<{ action: BulkKind; target: BulkTarget }>();
  const [problems, setProblems] = useState<BulkProblems>();
  const target = targetOf(selection, filters, useExactTotal(filters, pagination, selection.isAll));
  const isSelecting = selection.isAll || selection.leads.size > 0;
  // Nobody means to select all leads of all clients.
  const isOfOne = !seesAllClients || filters.client_id !== undefined || narrows(filters);
  const offersAll = isOfOne && selection.page === 'all' && !selection.isAll && pagination.total > shown;
  const close = thenFocus(() => setOpen(undefined), MENU);
  const selectAll = thenFocus(selection.selectAll, MENU);
  const clear = thenFocus(selection.clear, CHECKBOX);
  const finish = (found: BulkProblems | undefined) => {
    setOpen(undefined);
    setProblems(found);
    clear();
  };
  const closeProblems = thenFocus(() => setProblems(undefined), CHECKBOX);
  return (
    <>
      {!isSelecting && isUnassignedList(state) && pagination.total > 0 && (
        <WaitingBar
          count={totalText(pagination)}
          onGiveOut={() =>
            setOpen({
              action: 'assign',
              target: targetOf({ ...selection, isAll: true }, filters, pagination),
            })
          }
        />
      )}
      {isSelecting && (
        <section className={classes.bar} aria-label="Selection" data-screen-only>
          <span className={classes.count} role="status">
            {selection.isAll ? `All ${target.count} matching selected` : `${target.count} selected`}
          </span>
          {offersAll && (
            <Button variant="subtle" size="compact-sm" onClick={selectAll}>
              Select all {totalText(pagination)} matching
            </Button>
          )}
          {chosen.call && (
            <Button
              variant="default"
              size="xs"
              leftSection={<PhoneCall size={14} aria-hidden="true" />}
              onClick={chosen.call}
            >
              Start Calling
            </Button>
          )}
          <BulkMenu
            count={target.count}
            chosen={chosen}
            onExport={() => chosen.list && onExport(chosen.list)}
            onChoose={(action) => setOpen({ action, target })}
          />
          <ActionIcon size={28} aria-label="Clear selection" title="Clear selection" onClick={clear}>
            <X size={16} aria-hidden="true" />
          </ActionIcon>
        </section>
      )}
      {open?.action === 'update' && <BulkUpdateDialog target={open.target} onClose={close} onDone={finish} />}
      {open?.action === 'assign' && <BulkAssignDialog target={open.target} onClose={close} onDone={finish} />}
      {open?.action === 'delete' && <BulkDeleteDialog target={open.target} onClose={close} onDone={finish} />}
      {problems && <BulkProblemsDialog problems={problems} onClose={closeProblems} />}
    </>
  );
}

/**
 * The total with the exact number of leads, counted once when all of them are selected: `1,000+` would hide how
 * many a bulk action changes. Without a response the lower bound stays.
 */
function useExactTotal(filters: Filters, pagination: Pagination, isAll: boolean): Pagination {
  const wanted = isAll && pagination.totalIsCapped ? JSON.stringify(filters) : undefined;
  const [counted, setCounted] = useState<DataOf<typeof leads.count>>();
  useEffect(() => {
    if (wanted === undefined) return undefined;
    const ending = new AbortController();
    send(leads.count, { query: JSON.parse(wanted) as Filters }, { signal: ending.signal }).then(
      ({ data }) => setCounted(data),
      () => undefined,
    );
    return () => {
      ending.abort();
      setCounted(undefined);
    };
  }, [wanted]);
  return wanted !== undefined && counted ? { ...pagination, ...counted } : pagination;
}

/** The number of unassigned leads, for those who may assign them by rules. */
function WaitingBar({ count, onGiveOut }: { count: string; onGiveOut: () => void }) {
  if (!useCan('distribution.manage')) return null;
  return (
    <section className={classes.bar} aria-label="Unassigned leads" data-screen-only>
      <span className={classes.count}>{count} unassigned</span>
      <Button size="xs" onClick={onGiveOut}>
        Assign by rules
      </Button>
    </section>
  );
}

const MENU = '[data-bulk-menu]';
const CHECKBOX = '[data-select-page] input';

/**
 * Does something, then focuses an element if the focused one has disappeared. Otherwise the keyboard would start
 * again at the top of the page.
 */
const thenFocus = (act: () => void, selector: string) => () => {
  act();
  setTimeout(() => {
    if (isFocusLost()) document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  }, 50);
};

/** The leads that a bulk action left unchanged, each with its reason. */
function BulkProblemsDialog({ problems, onClose }: { problems: BulkProblems; onClose: () => void }) {
  const { verb, failed, rows, stopped } = problems;
  const rest = failed - rows.length;
  return (
    <Dialog
      title={`${inNumbers(failed)} ${failed === 1 ? 'lead was' : 'leads were'} not ${verb}`}
      description={stopped ?? 'Nothing changed for these leads.'}
      onClose={onClose}
    >
      <ul className={styles.problems}>
        {rows.map(({ id, name, message }) => (
          <li key={id}>
            <strong>{name}</strong>
            <span>{message}</span>
          </li>
        ))}
        {rest > 0 && rows.length > 0 && <li>And {inNumbers(rest)} more.</li>}
      </ul>
      <div className={styles.actions}>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
