/**
 * The abuser's process: abuses the server between two messages, without taking time from the measuring
 * process.
 */
import { ABUSES, takeAnswers } from './abuses.ts';
import type { Abuser } from './abuses.ts';

export type Order = { abuse: keyof typeof ABUSES; abuser: Abuser } | 'stop';

let running: AbortController | undefined;
process.on('message', (order: Order) => {
  if (order === 'stop') return running?.abort();
  running = new AbortController();
  void ABUSES[order.abuse](order.abuser, running.signal)
    .catch(() => {})
    .finally(() => process.send?.(takeAnswers()));
});
process.on('disconnect', () => process.exit(0));
