type Kind = 'done' | 'refused' | 'unknown';

/** An import of `rows` leads whose names start with `prefix`. */
export type LedgerImport = {
  writer: object;
  prefix: string;
  rows: number;
  state: 'there' | 'gone' | 'all or nothing' | 'some';
  operation?: string;
};

/** The rows that one client must have, and those it may have. */
export class LedgerClient {
  readonly id: string;
  readonly schema: string;
  isLeaving = false;
  /** Ids of acknowledged rows. */
  readonly rows: { table: 'call_logs' | 'reminders'; id: string }[] = [];
  readonly imports: LedgerImport[] = [];
  readonly leads = new Map<string, { writer: object; score: number; also: Set<number> }>();

  constructor(id: string, schema: string) {
    this.id = id;
    this.schema = schema;
  }

  leadsOf(writer: object): string[] {
    return [...this.leads].filter(([, lead]) => lead.writer === writer).map(([id]) => id);
  }

  addLead(writer: object, id: string, score: number): void {
    this.leads.set(id, { writer, score, also: new Set() });
  }

  /**
   * Records a written score. A write without a response may still take effect after later ones, so its score
   * stays possible forever.
   */
  scored(ids: readonly string[], score: number, kind: Kind): void {
    for (const id of ids) {
      const lead = this.leads.get(id);
      if (kind === 'done' && lead) lead.score = score;
      if (kind === 'unknown') lead?.also.add(score);
    }
  }

  beginImport(writer: object, prefix: string, rows: number): LedgerImport {
    const imported: LedgerImport = { writer, prefix, rows, state: 'all or nothing' };
    this.imports.push(imported);
    return imported;
  }

  /** An import that can be undone, or whose undo can continue. */
  importOf(writer: object): LedgerImport | undefined {
    return this.imports.findLast(
      (each) => each.writer === writer && each.operation && (each.state === 'there' || each.state === 'some'),
    );
  }
}

/** The changes that the servers have acknowledged, and those sent without a response. */
export class Ledger {
  readonly clients = new Map<LedgerClient, 'living' | 'removed' | 'either'>();
  /** Names of schemas that may have been created without a response. */
  readonly perhaps = new Set<string>();
  readonly violations = new Set<string>();
  readonly notes = new Map<string, number>();
  readonly counts = new Map<string, number>();
  #names = 0;

  newName = (): string => `name${(this.#names += 1)}`;
  newSchema = (): string => `torture_${(this.#names += 1)}`;
  violation = (text: string): void => void this.violations.add(text);
  note = (text: string): void => void this.notes.set(text, (this.notes.get(text) ?? 0) + 1);
  count = (what: string): void => void this.counts.set(what, (this.counts.get(what) ?? 0) + 1);

  living(): LedgerClient[] {
    return this.inUse().filter(({ isLeaving }) => !isLeaving);
  }

  /**
   * The clients in use. Clients being removed are written to as well: a change acknowledged then must be in
   * the backup.
   */
  inUse(): LedgerClient[] {
    return [...this.clients].filter(([, state]) => state === 'living').map(([client]) => client);
  }

  added(schema: string, id: string | undefined, kind: Kind): void {
    if (id) this.clients.set(new LedgerClient(id, schema), 'living');
    if (kind === 'unknown') this.perhaps.add(schema);
  }

  removed(client: LedgerClient, kind: Kind): void {
    client.isLeaving = false;
    if (kind !== 'refused') this.clients.set(client, kind === 'done' ? 'removed' : 'either');
  }
}
