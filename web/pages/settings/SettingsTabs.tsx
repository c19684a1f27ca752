import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import classes from '#web/pages/SettingsPage.module.css';
import { paths } from '#web/paths.ts';
import { useChosenClient } from '#web/pickers/useChosenClient.ts';
import { partPath } from '#web/settings-places.ts';
import type { SettingsPart, SettingsTab } from '#web/settings-tabs.ts';

type Props = { tabs: readonly SettingsTab[]; open: SettingsTab | undefined; part: SettingsPart };

/**
 * The tabs that the user may see, in columns of equal width, and below them the parts of the open one. Switching
 * between them adds no history entry. None is open after a refusal. Where they don't fit, the open one is scrolled into view.
 */
export function SettingsTabs({ tabs, open, part }: Props) {
  const [clientId] = useChosenClient();
  // The chosen client stays chosen.
  const to = (path: string) => ({
    pathname: paths.settings(path),
    search: clientId ? `client_id=${clientId}` : '',
  });
  const bars = useRef<HTMLDivElement>(null);
  useEffect(() => {
    for (const link of bars.current?.querySelectorAll('[aria-current]') ?? [])
      link.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [open?.tab, part]);
  return (
    <div ref={bars} className={classes.bars}>
      <nav
        className={classes.tabs}
        aria-label="Settings"
        style={{ gridTemplateColumns: `repeat(${tabs.length}, minmax(max-content, 1fr))` }}
      >
        {tabs.map(({ tab, label }) => (
          <Link
            key={tab}
            className={classes.tab}
            to={to(tab)}
            aria-current={tab === open?.tab ? 'page' : undefined}
            replace
          >
            {label}
          </Link>
        ))}
      </nav>
      {open && open.parts.length > 1 && (
        <nav className={classes.parts} aria-label={open.label}>
          {open.parts.map((each) => (
            <Link
              key={each.part}
              className={classes.part}
              to={to(partPath(open, each))}
              // The first part is also shown at the tab's own address.
              aria-current={each === part ? 'page' : undefined}
              replace
            >
              {each.label}
            </Link>
          ))}
        </nav>
      )}
    </div>
  );
}
