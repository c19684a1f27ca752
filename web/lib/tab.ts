import { randomKey } from '#web/lib/random-key.ts';

let name = randomKey();

/** The name of this browser tab, by which it recognises its own changes in live updates. */
export function tabName(): string {
  return name;
}

/**
 * Takes a new name after a call without a response: the call may still be carried out, and then arrives like
 * a colleague's change.
 */
export function renameTab(): void {
  name = randomKey();
}
