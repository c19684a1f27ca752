import { creating, editing } from '../lead-requests.ts';
import { randomUUID } from 'node:crypto';
import { rounds, signIn } from '../bench.ts';
import type { Bench } from '../bench.ts';
import { cpuMeter } from '../cpu.ts';
import { inTurn } from '../load.ts';
import type { Request, Speed } from '../load.ts';
import { number, speedText } from '../report.ts';
import type { Line } from '../report.ts';
import { startServer } from '../servers/child.ts';

const MOST = 5;
const LEADS = 1600;

/** New leads and edits with no webhook, one or five, against a server that records no events at all. */
export async function measureWebhooks(bench: Bench): Promise<Line[]> {
  const { owner, settings, restore } = bench.data;
  const task = { settings, dataDir: bench.options.dataDir };
  const untold = await startServer('lms-untold.ts', task);
  try {
    for (let made = 0; made < MOST; made += 1)
      await owner.query(
        `INSERT INTO bench.webhooks (id, url, events, is_active, secret_check)
         VALUES ($1, 'https://hooks.example.invalid/', '{lead.created,lead.changed}', false, '')`,
        [randomUUID()],
      );
    return [
      ...(await measured(bench, untold, 'create one', creating())),
      ...(await measured(bench, untold, 'edit one field', await edit(bench))),
    ];
  } finally {
    await untold.stop();
    await owner.query('DELETE FROM bench.webhooks; TRUNCATE bench.webhook_deliveries, bench.lead_events');
    await restore();
  }
}

type Server = Bench['lms'];

async function measured(bench: Bench, untold: Server, what: string, request: Request): Promise<Line[]> {
  const { owner } = bench.data;
  const cpu = cpuMeter(bench.options.dataDir);
  const headers = await signIn(bench);
  const listening = (listeners: number) => async () =>
    await owner.query(`TRUNCATE bench.webhook_deliveries; UPDATE bench.webhooks w SET is_active = n.place <= ${listeners}
      FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM bench.webhooks) n WHERE n.id = w.id`);
  const side = ({ url, pid }: Server, listeners: number) => ({
    url,
    headers,
    requests: [request],
    cpu: () => cpu(pid),
    before: listening(listeners),
  });
  const sides = {
    untold: side(untold, 0),
    none: side(bench.lms, 0),
    one: side(bench.lms, 1),
    five: side(bench.lms, MOST),
  };
  const speeds = await inTurn(sides, rounds(bench.options));
  const line = (speed: Speed, listeners: string, goal?: number): Line[] => {
    const share = speeds.untold.cpu / speed.cpu;
    const rate: Line = {
      figure: '',
      what: `${what}, ${listeners}`,
      lms: speedText(speed),
      other: speedText(speeds.untold),
      result: `${number(speed.rate / speeds.untold.rate)} × without events`,
      goal: '',
      passes: undefined,
    };
    return [
      rate,
      {
        ...rate,
        what: `${rate.what}, processor time`,
        lms: `${number(speed.cpu)} ms`,
        other: `${number(speeds.untold.cpu)} ms`,
        result: `${number(share)} × without events`,
        ...(goal && { goal: `≥ ${goal} × without events`, passes: share >= goal }),
      },
    ];
  };
  return [
    ...line(speeds.none, 'no webhook', 0.9),
    ...line(speeds.one, 'one webhook'),
    ...line(speeds.five, 'five webhooks'),
  ];
}

/** One field of one lead, set to a new value each time. */
async function edit({ data }: Bench): Promise<Request> {
  const { rows } = await data.owner.query<{ id: string }>(
    `SELECT id FROM bench.leads WHERE deleted_at IS NULL ORDER BY md5(id::text) LIMIT ${LEADS}`,
  );
  return editing(rows.map(({ id }) => id));
}
