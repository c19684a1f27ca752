import { join, resolve } from 'node:path';
import { RATES } from '#server/http/rate-limits.ts';
import type { Rates } from '#server/http/rate-limits.ts';
import type { MailConfig, SendMail } from '#server/mail.ts';
import type { DatabaseLimits } from '#server/db/request-settings.ts';
import type { Retention } from '#server/retention.ts';
import { InvalidConfig, readSettings } from '#server/settings/settings.ts';

/** The settings as the program uses them; `server/settings/settings.ts` has their names, defaults and words. */
export type Config = {
  port: number;
  host: string;
  dataDir: string;
  /** Unset: the embedded database. */
  databaseUrl: string | undefined;
  /** The replica of that database; unset: the primary answers every read. */
  databaseReadUrl: string | undefined;
  superadmin: { email: string; password: string } | undefined;
  /** Sample data on a fresh embedded database. */
  demo: boolean;
  /** A backup of everything each night. */
  backup: boolean;
  /** `all`: every admin sees every client. */
  adminScope: 'client' | 'all';
  /** True for plain http beyond this machine: the refresh cookie goes without `Secure`. */
  insecureHttp: boolean;
  /**
   * Requests per minute are bounded, and a busy process turns them away; undefined in benchmarks and in tests that share
   * their process with the server.
   */
  rates: Rates | undefined;
  /**
   * Milliseconds within which the head of a request, and all of it, must arrive (an upload over a slow mobile line takes
   * its time), and after which a connection is closed on which nothing moves.
   */
  arrival: { head: number; whole: number; silent: number };
  /** Milliseconds within which the reader of a long answer must take something, and within which it must be read. */
  readers: { stalled: number; longest: number };
  /**
   * Whose `X-Forwarded-For` is believed: proxies by address or network, or so many of them in a row. False: nobody's, the
   * caller is who has connected.
   */
  trustProxy: string[] | number | false;
  /** The address of this installation, with which links in emails begin; without a slash at the end. */
  publicUrl: string;
  /** Origins besides the page's own to which the address override in a browser's storage may lead. */
  apiOrigins: string[];
  /** Id or schema of the client whose leads demo requests become; unset: bookings stay in the visitor's browser. */
  demoClient: string | undefined;
  /**
   * Requests are measured: `token` lets a bearer read the figures from anywhere (unset: this machine alone), and statements
   * are logged that take longer than `slowStatement` milliseconds. Undefined in benchmarks alone.
   */
  metrics: { token: string | undefined; slowStatement: number } | undefined;
  /** Unset: no mail is sent, and the page says so. */
  mail: MailConfig | undefined;
  /** Hands emails to the mail server; absent where none is configured. */
  sendMail?: SendMail;
  /** Connections of this process, and its time limits there; milliseconds. */
  database: DatabaseLimits;
  /** Megabytes that the embedded database may count on; undefined for what the machine has. */
  databaseMemory: number | undefined;
  /** Addresses at which leads of portals are read. */
  portals: { graph: string; indiaMart: string };
  imports: { atOnce: number; rows: number };
  retention: Retention;
  webRoot: string;
  /** Undefined: what suits a terminal, or a collector of logs. */
  logLevel: string | undefined;
  logFormat: 'json' | 'text' | undefined;
};

/** The portals' own addresses. */
export const PORTALS = {
  graph: 'https://graph.facebook.com',
  indiaMart: 'https://mapi.indiamart.com',
} as const;

const PROJECT = resolve(import.meta.dirname, '..');

/** Throws InvalidConfig for a value that cannot be used. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const set = readSettings(env);
  const { DATABASE_URL: databaseUrl, SUPERADMIN_EMAIL: email, SUPERADMIN_PASSWORD: password } = set;
  together(set, 'SUPERADMIN_EMAIL', 'SUPERADMIN_PASSWORD');
  if (set.DATABASE_READ_URL && !databaseUrl)
    throw new InvalidConfig('DATABASE_READ_URL needs DATABASE_URL: the embedded database has no replica.');
  const port = set.PORT ?? 3000;
  return {
    port,
    host: set.HOST ?? 'localhost',
    dataDir: resolve(set.DATA_DIR ?? join(PROJECT, 'data')),
    databaseUrl,
    databaseReadUrl: set.DATABASE_READ_URL,
    superadmin: email && password ? { email, password } : undefined,
    demo: set.DEMO ?? databaseUrl === undefined,
    backup: set.BACKUP ?? databaseUrl === undefined,
    adminScope: set.ADMIN_SCOPE ?? 'client',
    insecureHttp: set.INSECURE_HTTP ?? false,
    rates: RATES,
    arrival: { head: 20_000, whole: 120_000, silent: 300_000 },
    readers: { stalled: 30_000, longest: 20 * 60_000 },
    trustProxy: set.TRUST_PROXY ?? false,
    mail: mail(set),
    publicUrl: set.PUBLIC_URL ?? `http://localhost:${port}`,
    apiOrigins: set.API_ORIGINS ?? [],
    demoClient: set.DEMO_CLIENT,
    metrics: { token: set.METRICS_TOKEN, slowStatement: set.SLOW_STATEMENT ?? 1000 },
    database: {
      connections: set.POOL_CONNECTIONS ?? 8,
      statement: 1000 * (set.STATEMENT_TIMEOUT ?? 7),
      lock: 1000 * (set.LOCK_TIMEOUT ?? 2),
    },
    databaseMemory: set.DATABASE_MEMORY,
    portals: {
      graph: set.FACEBOOK_GRAPH_URL ?? PORTALS.graph,
      indiaMart: set.INDIAMART_URL ?? PORTALS.indiaMart,
    },
    imports: { atOnce: set.IMPORTS_AT_ONCE ?? 2, rows: set.IMPORT_ROWS ?? 100_000 },
    retention: {
      trash: set.TRASH_DAYS ?? 30,
      notifications: set.NOTIFICATION_DAYS ?? 60,
      audit: set.AUDIT_DAYS,
    },
    webRoot: join(PROJECT, 'dist', 'web'),
    logLevel: set.LOG_LEVEL,
    logFormat: set.LOG_FORMAT,
  };
}

type Values = ReturnType<typeof readSettings>;

function together(set: Values, one: keyof Values, other: keyof Values): void {
  if ((set[one] === undefined) !== (set[other] === undefined))
    throw new InvalidConfig(`${one} and ${other} must be set together.`);
}

function mail(set: Values): MailConfig | undefined {
  together(set, 'SMTP_HOST', 'SMTP_FROM');
  together(set, 'SMTP_USER', 'SMTP_PASSWORD');
  const { SMTP_HOST: host, SMTP_FROM: from, SMTP_USER: user, SMTP_PASSWORD: password } = set;
  if (!host || !from) return undefined;
  const port = set.SMTP_PORT ?? 587;
  const tls = set.SMTP_TLS ?? (port === 465 ? 'implicit' : 'required');
  return { host, from, port, tls, login: user && password ? { user, password } : undefined };
}
