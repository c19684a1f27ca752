import type { Permission, Role } from '#shared/accounts/permissions.ts';
import { SETTINGS_TABS, settingsOf } from '#web/settings-tabs.ts';
import type { SettingsPart, SettingsTab } from '#web/settings-tabs.ts';

/** The title of a part's page: the first part of a tab has the tab's, and the first tab that of the settings. */
export function titleOfPart({ tab, label, parts }: SettingsTab, part: SettingsPart): string {
  if (part !== parts[0]) return part.label;
  return tab === 'general' ? 'Settings' : label;
}

/** The path of a part below /settings. The only part of a tab has the tab's. */
export function partPath({ tab, parts }: SettingsTab, { part }: SettingsPart): string {
  return parts.length === 1 ? tab : `${tab}/${part}`;
}

/** The part of this name, or that had it as the name of its tab. */
function partNamed(name: string): SettingsPart | undefined {
  const parts = SETTINGS_TABS.flatMap((tab) => tab.parts);
  return parts.find(({ part, formerly }) => part === name || formerly === name);
}

/** The part that an address shows, or the path below /settings that it leads to, with the permission that is missing. */
export type Place = { tab: SettingsTab; part: SettingsPart } | { to: string; refusedFor?: Permission };

/**
 * The part at an address, for a role. A part that the role finds under another tab, and addresses of earlier
 * releases (`/settings/audit`, `/settings/api?part=webhooks`), lead to it with the rest of their query.
 */
export function placeAt(role: Role | undefined, path: { tab: string; part: string }, query = ''): Place {
  const tabs = settingsOf(role);
  const params = new URLSearchParams(query);
  const former = path.tab === 'api' && partNamed(params.get('part') ?? '');
  if (former) params.delete('part');
  const tab = SETTINGS_TABS.find((each) => each.tab === path.tab);
  const part = former || partNamed(tab ? path.part : path.part || path.tab);
  if (part) {
    const home = tabs.find(({ parts }) => parts.includes(part));
    if (!home) return { to: 'general', refusedFor: part.permission };
    if (home.tab === path.tab && part.part === path.part) return { tab: home, part };
    const rest = params.size > 0 ? `?${params.toString()}` : '';
    return { to: `${partPath(home, part)}${rest}` };
  }
  if (!tab) return { to: 'general' };
  const visible = tabs.find((each) => each.tab === tab.tab);
  const [first] = visible?.parts ?? [];
  if (!visible || !first) return { to: 'general', refusedFor: tab.permission };
  return path.part ? { to: tab.tab } : { tab: visible, part: first };
}
