import { useState } from 'react';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { validPreferences } from './table-preferences.ts';
import type { TablePreferences } from './table-preferences.ts';
import { ownKey, readJson, writePreference } from '#web/lib/preferences.ts';
import { useUser } from '#web/session/useSession.ts';

/** Makes the next settings from the present ones, which another tab may have changed. */
export type ChoosePreferences = (now: TablePreferences) => TablePreferences;

/** The user's settings of the list in this browser, and how to change them. Empty ones are deleted. */
export function useTablePreferences() {
  const { id, clientId } = useUser();
  const key = ownKey('lead-table', { id, clientId });
  const stored = () => validPreferences(readJson(key));
  const [preferences, setPreferences] = useState(stored);
  /** Returns the next settings. */
  const change = (choose: ChoosePreferences): TablePreferences => {
    const next = choose(stored());
    writePreference(key, Object.keys(next).length > 0 ? JSON.stringify(next) : null);
    setPreferences(next);
    return next;
  };
  /** The width in pixels; undefined for that of the content. */
  const setWidth = (column: FieldKey, width: number | undefined): void =>
    void change((now) => {
      const { [column]: _, ...others } = now.widths ?? {};
      return { ...now, widths: width === undefined ? others : { ...others, [column]: width } };
    });
  return { preferences, change, setWidth };
}

/**
 * Whether the user's own columns are shown in place of those of the open view: since they were chosen there,
 * until another view is opened.
 */
export function useOwnColumns(view: string) {
  const [chosenIn, setChosenIn] = useState<string>();
  if (chosenIn !== undefined && chosenIn !== view) setChosenIn(undefined);
  return {
    areShown: chosenIn === view,
    show: () => setChosenIn(view),
    hide: () => setChosenIn(undefined),
  };
}
