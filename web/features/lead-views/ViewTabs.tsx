import { Button } from '@mantine/core';
import BookmarkPlus from 'lucide-react/icons/bookmark-plus';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { leadViews } from '#shared/leads/lead-views.ts';
import type { LeadView } from '#shared/leads/lead-views.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { inNumbers } from '#shared/values/numbers.ts';
import { useSend } from '#web/api/query.ts';
import classes from '#web/features/lead-views/ViewTabs.module.css';
import { stateOf } from '#web/features/lead-views/useLeadViews.ts';
import type { Views } from '#web/features/lead-views/useLeadViews.ts';
import { listLink } from '#web/leads/list/list-link.ts';
import { filterQuery } from '#web/leads/list/list-query.ts';
import {
  ALL_LEADS,
  DEFAULT_STATE,
  activeFilters,
  viewAddress,
  writeListState,
} from '#web/leads/list/list-state.ts';
import type { CHOSEN, ListSort, ListState } from '#web/leads/list/list-state.ts';
import type { useOwnColumns } from '#web/leads/list/useTablePreferences.ts';
import { currentIn, messageOf } from '#web/lib/errors.ts';
import { loadable } from '#web/lib/loadable.tsx';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

const ViewDialog = loadable(async () => (await import('#web/features/lead-views/ViewDialog.tsx')).ViewDialog);
const ViewMenu = loadable(async () => (await import('#web/features/lead-views/ViewMenu.tsx')).ViewMenu);

type Props = {
  views: Views;
  state: ListState;
  /** The user's default sort. */
  sort: ListSort;
  /** The shown columns, which a view stores. */
  columns: readonly FieldKey[];
  ownColumns: ReturnType<typeof useOwnColumns>;
  onOpen: (state: ListState, options?: { replace: boolean }) => void;
};

/** The saved views above the list, each with its current number of leads. */
export function ViewTabs({ views: known, state, sort, columns, ownColumns, onOpen }: Props) {
  const { views, active, clientId, hasViews } = known;
  const [open, setOpen] = useState<'new' | 'edit'>();
  useFirstView(known, state, onOpen);
  if (!hasViews) return null;
  const link = (to: ListState) => listLink(writeListState(to, sort));
  const all = allLeads(state, sort);
  const isSavable = !active && isOwnList(state);
  const saved = { address: viewAddress(state), filters: filterQuery(state), columns: [...columns] };
  return (
    <nav className={classes.bar} aria-label="Views">
      <ul className={classes.tabs}>
        <Tab to={link(all)} name="All leads" isActive={!active} />
        {views.map((view) => (
          <Tab
            key={view.id}
            to={link(stateOf(view, state))}
            name={view.name}
            count={view.total === null ? undefined : inNumbers(view.total) + (view.totalIsCapped ? '+' : '')}
            isActive={view === active}
          />
        ))}
      </ul>
      <div className={classes.actions}>
        {active && (
          <Changed
            key={active.id}
            view={active}
            views={known}
            saved={saved}
            ownColumns={ownColumns}
            onSaveAsNew={() => setOpen('new')}
            onReset={() => onOpen(stateOf(active, state))}
          />
        )}
        {isSavable && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<BookmarkPlus size={14} aria-hidden="true" />}
            onClick={() => setOpen('new')}
          >
            Save View
          </Button>
        )}
        {active && (
          <ViewMenu
            views={known}
            view={active}
            onEdit={() => setOpen('edit')}
            onDeleted={() => onOpen(all, { replace: true })}
          />
        )}
      </div>
      {open && (
        <ViewDialog
          view={open === 'edit' ? active : undefined}
          clientId={clientId}
          saved={saved}
          onSaved={(id) => {
            setOpen(undefined);
            onOpen({ ...state, view: id }, { replace: true });
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </nav>
  );
}

/** The list without a view, keeping the table or board layout. */
const allLeads = ({ client_id, limit, layout }: ListState, sort: ListSort): ListState => ({
  ...DEFAULT_STATE,
  ...sort,
  client_id,
  limit,
  layout,
  view: ALL_LEADS,
});

/** Whether the list has anything to save as a view. */
const isOwnList = (state: ListState) =>
  activeFilters(state).some((key) => key !== 'client_id') || state.search !== '' || state.layout === 'board';

type TabProps = { to: string; name: string; count?: string | undefined; isActive: boolean };

function Tab({ to, name, count, isActive }: TabProps) {
  const tab = useRef<HTMLAnchorElement>(null);
  // There may be more tabs than fit beside the actions, which come and go.
  useEffect(() => {
    const own = tab.current;
    if (!isActive || !own) return undefined;
    // On a phone the tabs scroll along with the actions.
    const boxes = ['ul', 'nav'].flatMap((tag) => own.closest<HTMLElement>(tag) ?? []);
    const watch = new ResizeObserver(() => {
      for (const box of boxes) {
        const [{ left, right }, room] = [own.getBoundingClientRect(), box.getBoundingClientRect()];
        // Not `scrollIntoView`: the first press of Tab on the page would then start from here.
        box.scrollLeft += Math.min(0, left - room.left) + Math.max(0, right - room.right);
      }
    });
    for (const box of boxes) watch.observe(box);
    return () => watch.disconnect();
  }, [isActive]);
  return (
    <li>
      <Link ref={tab} className={classes.tab} to={to} aria-current={isActive ? 'page' : undefined}>
        <span className={classes.name} title={name} dir="auto">
          {name}
        </span>{' '}
        {count !== undefined && <span className={classes.count}>{count}</span>}
      </Link>
    </li>
  );
}

type ChangedProps = {
  view: LeadView;
  views: Views;
  saved: { address: string; filters: ReturnType<typeof filterQuery>; columns: FieldKey[] };
  ownColumns: ReturnType<typeof useOwnColumns>;
  onSaveAsNew: () => void;
  onReset: () => void;
};

/** Says that the list differs from its view, and saves or resets it. */
function Changed({ view, views, saved, ownColumns, onSaveAsNew, onReset }: ChangedProps) {
  // A view without columns leaves them to each user.
  const { columns, ...rest } = saved;
  const hasColumns = view.columns !== null;
  if (!views.isChanged && !(hasColumns && ownColumns.areShown)) return null;
  const look = { size: 'compact-sm', variant: 'subtle' } as const;
  return (
    <>
      <span className={classes.changed} role="status">
        Changed:
      </span>
      {view.can_edit ? (
        <SaveButton
          view={view}
          clientId={views.clientId}
          body={hasColumns ? { ...rest, columns } : rest}
          onSaved={ownColumns.hide}
        />
      ) : (
        <Button {...look} onClick={onSaveAsNew}>
          Save as new
        </Button>
      )}
      <Button
        {...look}
        color="gray"
        onClick={() => {
          ownColumns.hide();
          onReset();
        }}
      >
        Reset
      </Button>
    </>
  );
}

type SaveProps = {
  view: LeadView;
  clientId: string | undefined;
  body: Omit<ChangedProps['saved'], 'columns'> & { columns?: FieldKey[] };
  onSaved: () => void;
};

function SaveButton({ view: { id, version }, clientId, body, onSaved }: SaveProps) {
  const update = useSend(leadViews.update);
  // The version of the view when its change began; the list may change further during a save.
  const [seen, setSeen] = useState(version);
  const save = async () => {
    const query = clientId ? { clientId } : {};
    try {
      const { data } = await update.mutateAsync({ params: { id }, query, body: { ...body, version: seen } });
      setSeen(data.version);
      onSaved();
      showSuccess('View saved');
    } catch (error) {
      const current = currentIn(error) as LeadView | undefined;
      if (!current) return showFailure(messageOf(error, 'Please try again.'), 'Failed to save the view');
      setSeen(current.version);
      showFailure(
        'Reset shows it as it is now. Save again to replace it.',
        'Someone else has changed this view in the meantime',
      );
    }
    return undefined;
  };
  return (
    <Button size="compact-sm" variant="subtle" loading={update.isPending} onClick={() => void save()}>
      Save
    </Button>
  );
}

/** Opens the user's default view when the address is bare, or the view that is all the address contains. */
function useFirstView({ views, defaultId }: Views, state: ListState, onOpen: Props['onOpen']): void {
  const { search, state: entry } = useLocation() as { search: string; state: Partial<typeof CHOSEN> | null };
  const address = new URLSearchParams(search);
  const isBare = address.size === (address.has('view') ? 1 : 0) && state.layout === 'table';
  const wanted = isBare && !entry?.isChosen ? state.view || defaultId : null;
  const view = views.find(({ id }) => id === wanted);
  const openView = useEffectEvent(() => view && onOpen(stateOf(view, state), { replace: true }));
  const leads = view && viewAddress(stateOf(view, state)) !== '' ? view.id : undefined;
  useEffect(() => {
    if (leads) openView();
  }, [leads]);
}
