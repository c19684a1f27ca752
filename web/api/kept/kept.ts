import type { Query, QueryCacheNotifyEvent, QueryClient, QueryKey } from '@tanstack/react-query';
import { fieldConfiguration } from '#shared/fields/field-configuration.ts';
import { leadPage } from '#shared/leads/lead-page.ts';
import type { LeadPage } from '#shared/leads/lead-page.ts';
import { messageTemplates } from '#shared/leads/message-templates.ts';
import { myDay } from '#shared/activities/my-day.ts';
import type { MyDay } from '#shared/activities/my-day.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { keepActs, nameIn } from '#web/api/kept/kept-acts.ts';
import { keepShell } from '#web/api/kept/kept-shell.ts';
import { KEPT_FOR, KeptStore } from '#web/api/kept/kept-store.ts';
import { keepLeadPage, leadPageQuery } from '#web/api/lead-page.ts';
import { outboxOf } from '#web/api/outbox.ts';
import { send } from '#web/api/send.ts';
import { savesData } from '#web/lib/data-saving.ts';
import { KEPT as NAMES } from '#web/lib/kept-database.ts';
import { followOnline, isOnline } from '#web/lib/online.ts';
import { whenQuiet } from '#web/lib/quiet.ts';
import { sessionLife } from '#web/lib/session-life.ts';

/** The responses needed to work on My Day, the call queue and their leads. */
const KEPT = new Set<string>([
  myDay.get.path,
  reminders.list.path,
  leadPage.get.path,
  fieldConfiguration.get.path,
  messageTemplates.list.path,
]);
const MOST_KEPT = 200;
/** Milliseconds until changed responses are written. */
const WRITTEN_AFTER = 1000;
/** Milliseconds until the leads due on the day shown are loaded, and until they are loaded again. */
const LEADS_AFTER = 3000;
const LEADS_BETWEEN = 30 * 60_000;

type Kept = { queryKey: QueryKey; data: unknown; updatedAt: number };
type DayInput = { query?: { whose?: MyDay['whose'] } };
type Timer = ReturnType<typeof setTimeout> | undefined;

/**
 * Stores what was last read of the day, so that it can be read and worked on without a connection: encrypted,
 * for this session and twelve hours at most. Changes that wait for a connection are stored with it. Returns a
 * function that stops this.
 */
export async function keepDay(queries: QueryClient, owner: string): Promise<() => void> {
  const life = sessionLife();
  outboxOf(queries).aboutOf = (input) => nameIn(queries, input);
  const store = await KeptStore.open(owner);
  if (!store || life.aborted) return () => store?.close();
  const day = new KeptDay(queries, store, life);
  const stop = day.follow();
  await day.restore().catch(() => undefined);
  const stopActs = keepActs({ queries, store, owner, life, writeDay: async () => await day.write() });
  return () => {
    stop();
    stopActs();
    store.close();
  };
}

const nameOf = (queryKey: QueryKey) => JSON.stringify(queryKey);
const isOfDay = ({ queryKey }: Pick<Kept, 'queryKey'>) => queryKey[3] === myDay.get.path;
const isFresh = ({ updatedAt }: Kept) => Date.now() - updatedAt < KEPT_FOR;

class KeptDay {
  readonly #kept = new Map<string, Kept>();
  readonly #queries: QueryClient;
  readonly #store: KeptStore;
  readonly #life: AbortSignal;
  #writing: Timer;
  #reading: Timer;
  #isKeepingShell = false;
  #leadsReadAt = 0;

  constructor(queries: QueryClient, store: KeptStore, life: AbortSignal) {
    this.#queries = queries;
    this.#store = store;
    this.#life = life;
  }

  /** Shows what an earlier page has stored, where nothing newer is known. */
  async restore(): Promise<void> {
    const found = (await this.#store.read(NAMES.day))?.value as Kept[] | undefined;
    for (const one of found ?? []) {
      const name = nameOf(one.queryKey);
      if (!this.#kept.has(name)) this.#kept.set(name, one);
    }
    this.#fillAll();
  }

  follow(): () => void {
    const unfollow = this.#queries.getQueryCache().subscribe((event) => this.#hear(event));
    for (const query of this.#queries.getQueryCache().getAll()) this.#see(query);
    const stopFilling = followOnline((isConnected) => isConnected || this.#fillAll());
    return () => {
      unfollow();
      stopFilling();
      clearTimeout(this.#writing);
      clearTimeout(this.#reading);
    };
  }

  #hear(event: QueryCacheNotifyEvent): void {
    const query = event.query as Query;
    if (!KEPT.has(String(query.queryKey[3]))) return;
    // Data changed while listeners are being called would reach them in the wrong order.
    if (event.type === 'added') queueMicrotask(() => this.#fill(query));
    if (event.type === 'updated') this.#see(query);
  }

  #see(query: Query): void {
    const { data, dataUpdatedAt: updatedAt } = query.state;
    const { queryKey } = query;
    const isKnown = data === undefined || this.#kept.get(nameOf(queryKey))?.data === data;
    if (isKnown || !KEPT.has(String(queryKey[3]))) return;
    this.#keep({ queryKey, data, updatedAt });
    if (isOfDay(query)) this.#readLeadsSoon(queryKey[4] as DayInput);
  }

  #keep(one: Kept): void {
    this.#kept.set(nameOf(one.queryKey), one);
    this.#writing ??= setTimeout(() => void this.write().catch(() => undefined), WRITTEN_AFTER);
  }

  async write(): Promise<void> {
    clearTimeout(this.#writing);
    this.#writing = undefined;
    const fresh = [...this.#kept.values()].filter(isFresh);
    const newest = fresh.toSorted((one, other) => other.updatedAt - one.updatedAt).slice(0, MOST_KEPT);
    this.#kept.clear();
    for (const one of newest) this.#kept.set(nameOf(one.queryKey), one);
    await this.#store.write(NAMES.day, newest, this.#life);
    if (newest.some(isOfDay)) this.#keepShellSoon();
  }

  #keepShellSoon(): void {
    if (this.#isKeepingShell) return;
    this.#isKeepingShell = true;
    whenQuiet()
      .then(() => (this.#life.aborted ? undefined : keepShell()))
      .catch(() => undefined)
      .finally(() => (this.#isKeepingShell = false));
  }

  /** Shows a stored response where there is none, as long as the server cannot be reached. */
  #fill(query: Query): void {
    const one = this.#kept.get(nameOf(query.queryKey));
    if (!one || isOnline() || query.state.data !== undefined || !isFresh(one)) return;
    query.setData(one.data, { updatedAt: one.updatedAt, manual: true });
  }

  #fillAll(): void {
    for (const query of this.#queries.getQueryCache().getAll()) this.#fill(query);
  }

  /** Loads the leads due up to today in one call, once the page is quiet. */
  #readLeadsSoon({ query }: DayInput): void {
    if (savesData()) return;
    const read = async () => {
      await whenQuiet();
      this.#reading = undefined;
      if (this.#life.aborted || !isOnline() || Date.now() - this.#leadsReadAt < LEADS_BETWEEN) return;
      this.#leadsReadAt = Date.now();
      const { data } = await send(myDay.get, { query: { ...query, pages: 'true' } });
      for (const page of data.pages ?? []) this.#showWhenOpened(page);
    };
    this.#reading ??= setTimeout(() => void read().catch(() => undefined), LEADS_AFTER);
  }
  /**
   * Caches a lead's page so that it opens at once, and reads it again then, since an act may have changed it
   * while it was loading. A page cached before may contain such a change and stays.
   */
  #showWhenOpened(page: LeadPage): void {
    const { queryKey } = leadPageQuery(page.lead.id);
    if (this.#queries.getQueryData(queryKey) !== undefined) return;
    keepLeadPage(this.#queries, page);
    void this.#queries.invalidateQueries({ queryKey, refetchType: 'none' });
  }
}
