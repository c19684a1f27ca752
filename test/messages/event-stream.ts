import assert from 'node:assert/strict';
import { EVENT_STREAM } from '#shared/protocol/events.ts';
import type { LiveEvent } from '#shared/protocol/events.ts';
import { unchecked } from '#shared/protocol/unchecked.ts';

/** A live event stream as a browser sees it. */
export type TestStream = {
  events: () => LiveEvent[];
  text: () => string;
  /**
   * Waits until a matching event has arrived, five seconds by default. Rejects with the events that arrived
   * instead.
   */
  until: (matches: (event: LiveEvent) => boolean, within?: number) => Promise<LiveEvent>;
  /** Waits until the server ends the stream. */
  ended: (within: number) => Promise<void>;
  close: () => void;
};

/** Opens the stream over the network; rejects with the status when refused. */
export async function openStream(address: string, token: string): Promise<TestStream> {
  const abort = new AbortController();
  const response = await fetch(`${address}/api/events`, {
    headers: { accept: EVENT_STREAM, authorization: `Bearer ${token}` },
    signal: abort.signal,
  });
  if (!response.ok || !response.body) throw new Error(`The stream answered ${response.status}.`);
  assert.equal(response.headers.get('content-encoding'), null);
  const events: LiveEvent[] = [];
  const listeners = new Set<() => void>();
  let text = '';
  let isOver = false;
  const read = async () => {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const part of unchecked<AsyncIterable<Uint8Array>>(response.body)) {
      const said = decoder.decode(part, { stream: true });
      text += said;
      const messages = (rest + said).split('\n\n');
      rest = messages.pop() ?? '';
      for (const message of messages)
        if (message.startsWith('data: '))
          events.push(JSON.parse(message.slice('data: '.length)) as LiveEvent);
      for (const listener of listeners) listener();
    }
  };
  void read()
    .catch(() => {})
    .finally(() => {
      isOver = true;
      for (const listener of listeners) listener();
    });
  const reached = async <Found>(find: () => Found | undefined, within: number): Promise<Found> =>
    await new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        listeners.delete(look);
        reject(new Error(`Not within ${within} ms. The stream has said:\n${text}`));
      }, within);
      const look = () => {
        const found = find();
        if (found === undefined) return;
        listeners.delete(look);
        clearTimeout(timer);
        resolve(found);
      };
      listeners.add(look);
      look();
    });
  return {
    events: () => [...events],
    text: () => text,
    until: async (matches, within = 5000) => await reached(() => events.find(matches), within),
    ended: async (within) => void (await reached(() => isOver || undefined, within)),
    close: () => abort.abort(),
  };
}
