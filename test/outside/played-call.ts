/** A call as the simulator plays it. */
export type PlayedCall = {
  id: string;
  customer: string;
  agent: string;
  direction: 'inbound' | 'outbound';
  /** Seconds that were spoken; null for a call that nobody answered. */
  seconds: number | null;
  recording?: string;
};
/** An event as a request: JSON, a form, or the address itself. */
export type SentEvent = {
  state: 'ringing' | 'answered' | 'ended';
  as: 'json' | 'form' | 'link';
  body: object;
};
export type Script = (call: PlayedCall) => SentEvent[];

export const OFFICE = '+918047112233';

export const withAnswer = (call: PlayedCall, events: readonly (SentEvent | false)[]): SentEvent[] =>
  events
    .filter((event) => event !== false)
    .filter(({ state }) => state !== 'answered' || call.seconds !== null);
