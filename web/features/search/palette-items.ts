import type { LucideIcon } from 'lucide-react';
import Archive from 'lucide-react/icons/archive';
import UserRound from 'lucide-react/icons/user-round';
import { foldText } from '#shared/fold-text.ts';
import { optionLabel } from '#shared/lead-options.ts';
import type { FoundLead } from '#shared/search.ts';

/** A line of the palette: a lead, a page or an action. */
export type PaletteItem = {
  id: string;
  label: string;
  /** Stands behind the label, in grey. */
  note?: string | undefined;
  icon: LucideIcon;
  run: () => void;
};

export type PaletteGroup = { label: string; items: readonly PaletteItem[] };

/** The groups with the items that have each typed word in label or note; everything while nothing is typed. */
export function matching(groups: readonly PaletteGroup[], typed: string): PaletteGroup[] {
  const words = foldText(typed).split(/\s+/).filter(Boolean);
  const isMeant = ({ label, note }: PaletteItem) => {
    const text = foldText(`${label} ${note ?? ''}`);
    return words.every((word) => text.includes(word));
  };
  return groups
    .map(({ label, items }) => ({ label, items: items.filter(isMeant) }))
    .filter(({ items }) => items.length > 0);
}

/** The line of a found lead. */
export function leadItem(lead: FoundLead, open: (leadId: string) => void): PaletteItem {
  const { id, name, phone, email, company_name, client_name, is_archived, status } = lead;
  const note = [phone ?? email, company_name, client_name, is_archived ? 'Archived' : optionLabel(status)];
  return {
    id,
    label: name,
    note: note.filter(Boolean).join(' · '),
    icon: is_archived ? Archive : UserRound,
    run: () => open(id),
  };
}
