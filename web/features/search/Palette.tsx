import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Search from 'lucide-react/icons/search';
import { useEffect, useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { search } from '#shared/activities/search.ts';
import type { FoundLead } from '#shared/activities/search.ts';
import classes from '#web/features/search/Palette.module.css';
import { leadItem, matching } from '#web/features/search/palette-items.ts';
import type { PaletteGroup, PaletteItem } from '#web/features/search/palette-items.ts';
import { PaletteList, optionId } from '#web/features/search/PaletteList.tsx';
import { useFocusReturn } from '#web/lib/hooks/useFocusReturn.ts';
import { query } from '#web/api/query.ts';

/** Milliseconds after the last character before the server is called. */
const DEBOUNCE = 120;

type Found = {
  /** Results of the previous text, while those of the current one load. */
  leads: readonly FoundLead[];
  isWaiting: boolean;
  isFailed: boolean;
};

/** The leads that match the typed text. */
function useFoundLeads(typed: string): Found {
  const [asked] = useDebouncedValue(typed, DEBOUNCE);
  const { data, isError, isFetching, isPlaceholderData } = useQuery({
    ...query(search.find, { query: { q: asked } }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  });
  if (typed === '') return { leads: [], isWaiting: false, isFailed: false };
  const isWaiting = asked !== typed || (isFetching && (isPlaceholderData || !data));
  return { leads: data?.data ?? [], isWaiting, isFailed: isError && !isWaiting };
}

type Props = {
  /** Pages and actions: all of them before anything is typed, then the matching ones. */
  groups: readonly PaletteGroup[];
  /** Opens a lead; undefined for users who cannot read leads. */
  onOpenLead: (leadId: string) => void;
  /** Opens the list with a search, for more leads than the palette shows. */
  onShowAll: (search: string) => void;
  onClose: () => void;
};

/**
 * Finds leads, pages and actions from any page. Up and Down choose, Enter opens. Pressed before the server
 * has responded, Enter opens the first lead of its response or else the first page, never a lead found for an
 * earlier text.
 */
export function Palette({ groups, onOpenLead, onShowAll, onClose }: Props) {
  useFocusReturn();
  const [text, setText] = useState('');
  const listId = useId();
  const typed = text.trim();
  const found = useFoundLeads(typed);
  const leads = found.leads.map((lead) => leadItem(lead, onOpenLead));
  const all = { id: 'all', label: `All leads with "${typed}"`, icon: Search, run: () => onShowAll(typed) };
  const shown = [
    ...(leads.length > 0 ? [{ label: 'Leads', items: [...leads, all] }] : []),
    ...matching(groups, typed),
  ];
  const run = (item: PaletteItem) => {
    onClose();
    item.run();
  };
  const { active, choose, onKeyDown } = useChoice(shown, typed, (item) =>
    document.getElementById(optionId(listId, item))?.scrollIntoView({ block: 'nearest' }),
  );
  const openFirst = useOpenFirst(typed, found.isWaiting, () => {
    const first = shown[0]?.items[0];
    if (first) run(first);
  });
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || onKeyDown(event)) return;
    const isOfEarlierText = !active || active === all || leads.includes(active);
    if (event.key === 'Enter' && found.isWaiting && isOfEarlierText) openFirst();
    else if (event.key === 'Enter' && active) run(active);
    else if (event.key === 'k' && (event.ctrlKey || event.metaKey)) onClose();
    else return;
    event.preventDefault();
  };
  return (
    <Modal.Root opened onClose={onClose} size="min(600px, 94vw)" yOffset="12dvh" radius="lg">
      <Modal.Overlay color="var(--lms-scrim)" backgroundOpacity={1} />
      <Modal.Content aria-label="Find anything">
        <TextInput
          data-autofocus
          role="combobox"
          aria-label="Find a lead, a page or an action"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={active && optionId(listId, active)}
          placeholder="Name, phone, company, page..."
          size="lg"
          variant="unstyled"
          maxLength={200}
          leftSection={<Search size={18} aria-hidden="true" />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKey}
        />
        <PaletteList
          id={listId}
          groups={shown}
          active={active}
          isWaiting={found.isWaiting}
          onChoose={choose}
          onRun={run}
        />
        <p className={classes.state} role="status">
          {stateText(typed, found)}
        </p>
      </Modal.Content>
    </Modal.Root>
  );
}

/**
 * The chosen item: the first until another is chosen, and again after each character. Up and Down wrap
 * around.
 */
function useChoice(
  groups: readonly PaletteGroup[],
  typed: string,
  onStep: (item: PaletteItem | undefined) => unknown,
) {
  const [chosen, setChosen] = useState({ id: '', typed: '' });
  const items = groups.flatMap((group) => group.items);
  const index = Math.max(0, chosen.typed === typed ? items.findIndex(({ id }) => id === chosen.id) : 0);
  const choose = ({ id }: PaletteItem) => setChosen({ id, typed });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = step && items[(index + step + items.length) % items.length];
    if (!next) return false;
    event.preventDefault();
    choose(next);
    onStep(next);
    return true;
  };
  return { active: items[index], choose, onKeyDown };
}

/** Opens the first item once the response is there, if Enter was pressed before. */
function useOpenFirst(typed: string, isWaiting: boolean, open: () => void): () => void {
  const [wanted, setWanted] = useState<string>();
  useEffect(() => {
    if (wanted === typed && !isWaiting) open();
  }, [wanted, typed, isWaiting, open]);
  return () => setWanted(typed);
}

function stateText(typed: string, { leads, isWaiting, isFailed }: ReturnType<typeof useFoundLeads>): string {
  if (typed === '') return '';
  if (isFailed) return 'Search failed. Check your connection and try again.';
  if (isWaiting) return leads.length === 0 ? 'Searching...' : '';
  return leads.length === 0 ? 'No lead found.' : '';
}
