import Keyboard from 'lucide-react/icons/keyboard';
import KeyRound from 'lucide-react/icons/key-round';
import LogOut from 'lucide-react/icons/log-out';
import Plus from 'lucide-react/icons/plus';
import Settings from 'lucide-react/icons/settings';
import UserRound from 'lucide-react/icons/user-round';
import { useNavigate } from 'react-router';
import { Palette } from '#web/features/search/Palette.tsx';
import type { PaletteGroup, PaletteItem } from '#web/features/search/palette-items.ts';
import { recentLeads } from '#web/features/search/recent-leads.ts';
import { paths } from '#web/paths.ts';
import { useCan } from '#web/session/useCan.ts';
import { useUser } from '#web/session/useSession.ts';
import { partPath } from '#web/settings-places.ts';
import { settingsOf } from '#web/settings-tabs.ts';
import type { ShellDialog } from '#web/shell/dialogs/shell-dialog.ts';
import { useNavigationItems } from '#web/shell/bars/useNavigationItems.ts';

type Props = { onOpen: (dialog: ShellDialog) => void; onClose: () => void };

/** The palette over any page, with the pages and actions of the signed-in user. */
export function SearchDialog({ onOpen, onClose }: Props) {
  const navigate = useNavigate();
  const user = useUser();
  const openLead = (id: string) => void navigate(paths.lead(id));
  const recent = recentLeads(user).map(({ id, name }): PaletteItem => ({
    id: `recent-${id}`,
    label: name,
    icon: UserRound,
    run: () => openLead(id),
  }));
  const groups: PaletteGroup[] = [
    { label: 'Opened last', items: recent },
    { label: 'Pages', items: usePages() },
    { label: 'Actions', items: useActions(onOpen) },
  ];
  return (
    <Palette
      groups={groups}
      onOpenLead={openLead}
      onShowAll={(search) => void navigate(`${paths.leads}?${new URLSearchParams({ search }).toString()}`)}
      onClose={onClose}
    />
  );
}

function usePages(): PaletteItem[] {
  const navigate = useNavigate();
  const { role } = useUser();
  const pages = useNavigationItems();
  const parts = settingsOf(role.name).flatMap((tab) =>
    tab.parts.map((part) => ({ ...part, path: paths.settings(partPath(tab, part)) })),
  );
  return [
    ...pages.map(({ label, path, icon }) => ({ id: path, label, icon, run: () => void navigate(path) })),
    ...parts.map(({ path, label, description, words }) => ({
      id: path,
      label: `Settings: ${label}`,
      note: description,
      words,
      icon: Settings,
      run: () => void navigate(path),
    })),
  ];
}

function useActions(onOpen: (dialog: ShellDialog) => void): PaletteItem[] {
  const mayAdd = useCan('leads.write');
  const action = (dialog: ShellDialog, label: string, icon: PaletteItem['icon']) => ({
    id: dialog,
    label,
    icon,
    run: () => onOpen(dialog),
  });
  return [
    ...(mayAdd ? [action('add-lead', 'Add a new lead', Plus)] : []),
    action('keys', 'Keyboard shortcuts', Keyboard),
    action('change-password', 'Change password', KeyRound),
    action('sign-out', 'Logout', LogOut),
  ];
}
