import { randomKey } from '#web/lib/random-key.ts';

let name = randomKey();

/** The name of this tab of the browser, by which it knows its own changes when it hears of them. */
export function tabName(): string {
  return name;
}

/** Takes another name, after a call without an answer: the call may still be carried out, and is heard of like a colleague's. */
export function renameTab(): void {
  name = randomKey();
}
