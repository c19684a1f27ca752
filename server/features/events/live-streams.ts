import { PassThrough } from 'node:stream';
import { HEARTBEAT_SECONDS, LiveEvent } from '#shared/protocol/events.ts';
import { Reminder } from '#shared/activities/reminders.ts';
import { addTo } from '#server/db/announce/announcements.ts';
import type { Announcement, Change, Written } from '#server/db/announce/announcements.ts';
import type { Database } from '#server/db/database.ts';
import { Scope } from '#server/db/scope.ts';
import { companyActor } from '#server/db/actors.ts';
import type { Actor } from '#server/db/actors.ts';
import { TooManyRequests } from '#server/errors.ts';
import { shownTo } from '#server/http/masked-answers.ts';
import { withClients } from '#server/features/clients/clients-of-rows.queries.ts';
import { livingSessions, readWhoSees, standingOf } from '#server/features/events/events.queries.ts';
import type { SeesAll } from '#server/features/events/events.queries.ts';
import { takeForPage } from '#server/features/notifications/deliveries.queries.ts';
import { findPhoneCallEvent } from '#server/features/phone-calls/phone-calls.queries.ts';
import { ownPeople } from '#server/features/reminders/reminder-owners.queries.ts';
import { findShownReminders } from '#server/features/reminders/reminders.queries.ts';

/** The maximum number of streams per user in one process; a browser uses one for all its tabs. */
const MAX_PER_USER = 10;
/** The limits for all users of one client, and for all users. */
const MAX_PER_CLIENT = 600;
const MAX_STREAMS = 2000;
/**
 * Milliseconds: how long to collect changes before sending them, and how often to look for ended sessions and
 * for late copies.
 */
const GATHER = 100;
const CHECK = 1000;
/** Milliseconds between two events to the same users, so that a page reloads changed rows at most once a second. */
const PAUSE = 1000;
/** The audience of users with access to all clients; each client is another audience. */
const EVERYBODY = 'all';
/** A reader that falls this many bytes behind is disconnected; it reconnects and reads everything again. */
const MAX_UNREAD = 64 * 1024;

type Stream = { actor: Actor; sessionId: string; standing: string; output: PassThrough };

/** Reads the reminder's current state: since it came due it may have been completed, postponed or reassigned. */
const isDueFor = (
  reminder: Awaited<ReturnType<typeof findShownReminders>>[number],
  people: readonly (string | null)[],
) =>
  !reminder.is_completed &&
  people.includes(reminder.user_id) &&
  new Date(reminder.reminder_date) <= new Date();

/** The audience that this stream belongs to. */
const peopleOf = ({ actor }: Stream) => (actor.seesAllClients ? EVERYBODY : actor.client?.id);

/** The cached result for a key. */
function remembered<T>(known: Map<string, Promise<T>>, key: string, look: () => Promise<T>): Promise<T> {
  const answer = known.get(key) ?? look();
  known.set(key, answer);
  return answer;
}

/** Sends a text, or disconnects a reader that has fallen too far behind. */
function writeTo({ output }: Stream, text: string): void {
  if (output.writableLength > MAX_UNREAD) output.destroy();
  else output.write(text);
}

const textOf = (event: LiveEvent) => `data: ${JSON.stringify(event)}\n\n`;

/** The open streams of this process; each receives only events of clients that its user may see. */
export class LiveStreams {
  readonly #database: Database;
  readonly #streams = new Set<Stream>();
  /**
   * Changes not sent yet to the users of a client, or to users with access to all clients. Users without an entry get the next change at
   * once, others after their pause.
   */
  readonly #news = new Map<string, Written>();
  #unsubscribe: (() => void) | undefined;
  #timers: NodeJS.Timeout[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  /** A stream for the session. Throws 429 when the user, or the whole process, has too many. */
  open(actor: Actor, sessionId: string): PassThrough {
    const clientOf = (user: Actor) => user.client?.id;
    const company = [...this.#streams].filter((stream) => clientOf(stream.actor) === clientOf(actor));
    const own = company.filter((stream) => stream.actor.id === actor.id);
    const isFull = this.#streams.size >= MAX_STREAMS || company.length >= MAX_PER_CLIENT;
    if (isFull || own.length >= MAX_PER_USER) throw new TooManyRequests('Too many open windows.', 60);
    if (!this.#unsubscribe) this.#start();
    const stream = { actor, sessionId, standing: standingOf(actor), output: new PassThrough() };
    this.#streams.add(stream);
    stream.output.on('error', () => {});
    stream.output.once('close', () => this.#streams.delete(stream));
    stream.output.write(': connected\n\n');
    void this.#tellDue(actor.id);
    return stream.output;
  }

  /** How many streams are open. */
  get size(): number {
    return this.#streams.size;
  }

  close(): void {
    this.#unsubscribe?.();
    this.#news.clear();
    for (const timer of this.#timers) clearInterval(timer);
    for (const { output } of this.#streams) output.end();
  }

  #start(): void {
    this.#unsubscribe = this.#database.announcements.subscribe((announcement) => this.#hear(announcement));
    const beat = setInterval(() => this.#write(': beat\n\n', () => true), HEARTBEAT_SECONDS * 1000);
    const check = setInterval(() => {
      void this.#endDeadSessions([...this.#streams]);
      this.#tellEarlyReaders();
    }, CHECK);
    this.#timers = [beat.unref(), check.unref()];
  }

  /** Users of all clients may have read before the latest changes were copied to the mirror. */
  #tellEarlyReaders(): void {
    const isOfAll = ({ actor }: Stream) => actor.seesAllClients;
    if (![...this.#streams].some(isOfAll) || !this.#database.follower?.takeCaughtUp()) return;
    this.#write(textOf({ type: 'missed' }), isOfAll);
  }

  #hear(announcement: Announcement): void {
    if (announcement.type === 'missed') this.#write(textOf({ type: 'missed' }), () => true);
    if (announcement.type === 'due') void this.#tellDue(announcement.userId);
    if (announcement.type === 'phone_call') void this.#tellCall(announcement);
    if (announcement.type !== 'changed') return;
    for (const people of [announcement.clientId, EVERYBODY]) this.#note(people, announcement);
  }

  #note(people: string, { clientId, ...change }: { clientId: string } & Change): void {
    const known = this.#news.get(people);
    const news: Written = known ?? new Map();
    addTo(news, clientId, change);
    this.#news.set(people, news);
    if (!known) this.#tellAfter(GATHER, people);
  }

  #tellAfter(time: number, people: string): void {
    setTimeout(() => void this.#tellNews(people), time).unref();
  }

  /** Tells an audience its news. The next run follows a pause after this one, however long this one takes. */
  async #tellNews(people: string): Promise<void> {
    const news = this.#news.get(people);
    this.#news.delete(people);
    if (!news?.size || ![...this.#streams].some((stream) => peopleOf(stream) === people)) return;
    this.#news.set(people, new Map());
    try {
      if (people === EVERYBODY) {
        for (const { clientId } of news.values()) this.#database.follower?.note(clientId);
        await this.#database.follower?.settle();
      }
      const seesAll = await this.#whoSees(people, news);
      for (const { clientId, change } of news.values()) this.#tell(people, clientId, change, seesAll);
    } finally {
      this.#tellAfter(PAUSE, people);
    }
  }

  /** Sends one change. Its lead ids go only to users who see all of those leads. */
  #tell(people: string, clientId: string, { kinds, tab, leads }: Change, seesAll: SeesAll): void {
    const said = { type: 'changed' as const, clientId, kinds: [...kinds], tab };
    const [withLeads, without] = [textOf({ ...said, leads: leads && [...leads] }), textOf(said)];
    for (const stream of this.#streams) {
      if (peopleOf(stream) !== people) continue;
      const { actor } = stream;
      const isShown = !leads || !actor.sight || seesAll(actor, leads);
      writeTo(stream, isShown ? withLeads : without);
    }
  }

  /** Reads once per run which of the changed leads are seen by users with limited visibility. */
  async #whoSees(people: string, news: Written): Promise<SeesAll> {
    // The answer without the database, and for a user who came while no stream had limited visibility.
    const nobody = () => false;
    const leads = new Set([...news.values()].flatMap(({ change }) => change.leads ?? []));
    // The newest stream has the client's newest settings, such as its time zone.
    const limited = [...this.#streams].findLast((one) => peopleOf(one) === people && one.actor.sight);
    const client = limited?.actor.client;
    if (!client || leads.size === 0) return nobody;
    try {
      const company = new Scope(this.#database, companyActor(client));
      return await readWhoSees(await company.reading(), [...leads]);
    } catch {
      return nobody;
    }
  }

  /** Sends the user their due reminders. The first process to take one from the database shows it, and no other does. */
  async #tellDue(userId: string): Promise<void> {
    const open = this.#of(userId);
    if (open.length === 0) return;
    try {
      // A user who has since been moved or signed out takes none; the reminders wait for the next stream.
      await this.#endDeadSessions(open);
      const [stream] = this.#of(userId);
      if (!stream) return;
      const { actor } = stream;
      const scope = new Scope(this.#database, actor);
      const taken = await takeForPage(this.#database, userId);
      if (taken.length === 0) return;
      const pushed = new Map(taken.map(({ id, isPushed }) => [id, isPushed]));
      // Missing: reminders that are gone, or whose lead is in the trash or archived.
      const found = await findShownReminders(await scope.readingUpToDate(), [...pushed.keys()]);
      const owners = new Map<string, Promise<string[]>>();
      for (const reminder of await withClients(scope, found)) {
        const { id, clientId } = reminder;
        const people = remembered(
          owners,
          clientId,
          async () => await ownPeople(await scope.reading(clientId)),
        );
        if (!isDueFor(reminder, await people)) continue;
        const shown = shownTo(actor, Reminder, reminder);
        const said = JSON.parse(
          JSON.stringify({ type: 'due', reminder: shown, isPushed: pushed.get(id) }),
        ) as LiveEvent;
        this.#write(textOf(said), (one) => one.actor.id === userId);
      }
    } catch {
      // The database is unavailable; reminders that nobody has taken wait for the next stream.
    }
  }

  /** Tells each of these users of a call, as far as it concerns them. */
  async #tellCall({ clientId, id, users }: Extract<Announcement, { type: 'phone_call' }>): Promise<void> {
    // A user who has since been moved or signed out hears of none.
    await this.#endDeadSessions(users.flatMap((user) => this.#of(user)));
    for (const user of users) {
      const [stream] = this.#of(user);
      if (stream?.actor.client?.id !== clientId) continue;
      const { actor } = stream;
      // Without the database nothing is told; the page asks for its current calls when the stream is back.
      const event = await this.#callFor(actor, clientId, id).catch(() => undefined);
      if (event) this.#write(textOf(shownTo(actor, LiveEvent, event)), (one) => one.actor.id === user);
    }
  }

  async #callFor(actor: Actor, clientId: string, id: string) {
    return await findPhoneCallEvent(await new Scope(this.#database, actor).reading(clientId), id);
  }

  #of(userId: string): Stream[] {
    return [...this.#streams].filter(({ actor }) => actor.id === userId);
  }

  #write(text: string, isFor: (stream: Stream) => boolean): void {
    for (const stream of this.#streams) if (isFor(stream)) writeTo(stream, text);
  }

  /** Ends those of these streams whose session has ended, or whose user may now see something else. */
  async #endDeadSessions(streams: readonly Stream[]): Promise<void> {
    if (streams.length === 0) return;
    const ids = [...new Set(streams.map(({ sessionId }) => sessionId))];
    // An unavailable database ends no session.
    const living = await livingSessions(this.#database, ids).catch(() => undefined);
    if (!living) return;
    for (const stream of streams) {
      if (living.get(stream.sessionId) === stream.standing) continue;
      this.#streams.delete(stream);
      stream.output.end();
    }
  }
}
