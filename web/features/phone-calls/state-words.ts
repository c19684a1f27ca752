type Call = {
  state: 'ringing' | 'answered' | 'ended';
  direction: 'inbound' | 'outbound';
  is_missed: boolean;
};

/** The state of a call in words: `Incoming call`, `On the phone`, `Missed call`. */
export function stateWords({ state, direction, is_missed }: Call): string {
  if (is_missed) return 'Missed call';
  if (state === 'ended') return 'Call ended';
  if (state === 'answered') return 'On the phone';
  return direction === 'inbound' ? 'Incoming call' : 'Calling';
}
