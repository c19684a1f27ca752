/** Conditions that tests wait for; `look` checks the pending ones whenever something has arrived. */
export function conditions() {
  const waiting = new Set<() => void>();
  return {
    look: (): void => {
      for (const ask of waiting) ask();
    },
    /** Waits until the condition holds. */
    until: async (isSo: () => boolean): Promise<void> =>
      await new Promise((resolve) => {
        const ask = () => {
          if (!isSo()) return;
          waiting.delete(ask);
          resolve();
        };
        waiting.add(ask);
        ask();
      }),
  };
}
