import type { TestApp } from '#test/app.ts';

/** Marks the morning messages of all clients as sent, for schedulers that would send them between eight and noon. */
export async function markMorningsSent({ database }: Pick<TestApp, 'database'>): Promise<void> {
  await database.asOwner(
    async (owner) =>
      void (await owner.query('UPDATE core.clients SET digested_on = (now() AT TIME ZONE time_zone)::date')),
  );
}
