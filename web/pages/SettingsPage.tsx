import { useEffect } from 'react';
import type { ComponentType } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { PERMISSIONS } from '#shared/accounts/permissions.ts';
import { savesData } from '#web/lib/data-saving.ts';
import { loadable } from '#web/lib/loadable.tsx';
import { usePageTitle } from '#web/lib/page-title.ts';
import classes from '#web/pages/SettingsPage.module.css';
import { ChosenClient } from '#web/pages/settings/ChosenClient.tsx';
import { SettingsTabs } from '#web/pages/settings/SettingsTabs.tsx';
import { paths } from '#web/paths.ts';
import { useUser } from '#web/session/useSession.ts';
import { placeAt, titleOfPart } from '#web/settings-places.ts';
import { SETTINGS_TABS, settingsOf } from '#web/settings-tabs.ts';
import type { SettingsPart, SettingsTab } from '#web/settings-tabs.ts';
import { AccessDenied } from '#web/ui/states/AccessDenied.tsx';
import { Waiting } from '#web/ui/states/Waiting.tsx';

const PANELS = Object.fromEntries(
  SETTINGS_TABS.flatMap(({ parts }) => parts).map((part) => [
    part.part,
    loadable(part.load as () => Promise<ComponentType<{ clientId?: string }>>, Waiting),
  ]),
);

/**
 * The message on the general tab for a user who opened a tab of another role. The browser keeps history state
 * over a reload, so the message is tied to the page load that set it.
 */
type Refusal = { refusal?: string; page?: number } | null;
const PAGE = performance.timeOrigin;

/** The settings: the tabs of the user's role, the parts of the open one, and the open part. */
export function SettingsPage() {
  const { role } = useUser();
  const { tab = '', part = '' } = useParams();
  const { search, state } = useLocation() as { search: string; state: Refusal };
  const tabs = settingsOf(role.name);
  useEffect(() => {
    if (savesData()) return;
    // The other parts are loaded as well, so that they open at once.
    const parts = settingsOf(role.name).flatMap((each) => each.parts);
    for (const each of parts) PANELS[each.part]?.load().catch(() => undefined);
  }, [role.name]);
  const place = placeAt(role.name, { tab, part }, search);
  if ('to' in place) {
    const refusal = place.refusedFor && PERMISSIONS[place.refusedFor].refusal;
    const to = paths.settings(place.to);
    return <Navigate to={to} replace state={refusal ? ({ refusal, page: PAGE } satisfies Refusal) : null} />;
  }
  const isFirst = place.tab.tab === tabs[0]?.tab;
  const refused = isFirst && state?.page === PAGE ? state.refusal : undefined;
  return (
    <div className={classes.settings}>
      <PageTitle tab={place.tab} part={place.part} />
      <SettingsTabs tabs={tabs} open={refused ? undefined : place.tab} part={place.part} />
      {refused ? <AccessDenied message={refused} /> : <PartPanel key={place.part.part} part={place.part} />}
    </div>
  );
}

function PageTitle({ tab, part }: { tab: SettingsTab; part: SettingsPart }) {
  usePageTitle(titleOfPart(tab, part), part.description);
  return null;
}

function PartPanel({ part }: { part: SettingsPart }) {
  const Panel = PANELS[part.part];
  if (!Panel) return null;
  if (!('ofClient' in part)) return <Panel />;
  return (
    <ChosenClient note={part.ofClient}>
      {(clientId) => <Panel key={clientId} clientId={clientId} />}
    </ChosenClient>
  );
}
