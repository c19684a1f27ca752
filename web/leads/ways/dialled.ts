import { cacheName, readPreference, writePreference } from '#web/lib/preferences.ts';

/** A lead whose number was tapped on a phone, and when; `hasLeft` once the dialler covers the page. */
export type Dialled = { leadId: string; name: string; at: number; hasLeft: boolean };

const KEY = cacheName('dialled');
/** Milliseconds after which nobody comes back from a call. */
const OVER = 3 * 60 * 60_000;

/** Remembers the call that the phone's dialler makes next, until the user comes back to the page. */
export function rememberDial({ id, name }: { id: string; name: string }): void {
  if (!matchMedia('(pointer: coarse)').matches) return;
  const dialled: Dialled = { leadId: id, name, at: Date.now(), hasLeft: false };
  writePreference(KEY, JSON.stringify(dialled), 'tab');
}

/** The call from which the user comes back, also after the phone has thrown the page away meanwhile. */
export function findDialled(): Dialled | undefined {
  const dialled = stored();
  return dialled?.hasLeft && Date.now() - dialled.at < OVER ? dialled : undefined;
}

/** The page is no longer seen: the dialler, if a number was tapped, covers it. */
export function noteLeft(): void {
  const dialled = stored();
  if (dialled) writePreference(KEY, JSON.stringify({ ...dialled, hasLeft: true }), 'tab');
}

function stored(): Dialled | undefined {
  const text = readPreference(KEY, 'tab');
  return text === null ? undefined : (JSON.parse(text) as Dialled);
}

export function forgetDialled(): void {
  writePreference(KEY, null, 'tab');
}
