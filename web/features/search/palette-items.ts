import type { LucideIcon } from 'lucide-react';
import Archive from 'lucide-react/icons/archive';
import UserRound from 'lucide-react/icons/user-round';
import { foldText } from '#shared/values/fold-text.ts';
import type { FoundLead } from '#shared/activities/search.ts';

/** An item of the palette: a lead, a page or an action. */
export type PaletteItem = {
  id: string;
  label: string;
  /** Shown after the label, in grey. */
  note?: string | undefined;
  /** Not shown; the item is found by them as well. */
  words?: string;
  /** The lead of this item, whose details follow the label. */
  lead?: FoundLead;
  icon: LucideIcon;
  run: () => void;
};

export type PaletteGroup = { label: string; items: readonly PaletteItem[] };

/**
 * The groups with the items whose label, note or other words contain every typed word; everything while nothing is typed.
 */
export function matching(groups: readonly PaletteGroup[], typed: string): PaletteGroup[] {
  const words = foldText(typed).split(/\s+/).filter(Boolean);
  const isMeant = ({ label, note, words: others }: PaletteItem) => {
    const text = foldText(`${label} ${note ?? ''} ${others ?? ''}`);
    return words.every((word) => text.includes(word));
  };
  return groups
    .map(({ label, items }) => ({ label, items: items.filter(isMeant) }))
    .filter(({ items }) => items.length > 0);
}

/** The item of a found lead. */
export function leadItem(lead: FoundLead, open: (leadId: string) => void): PaletteItem {
  const { id, name } = lead;
  return {
    id,
    label: name,
    lead,
    icon: lead.is_archived ? Archive : UserRound,
    run: () => open(id),
  };
}
