import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { RATES } from '#server/http/rates/rate-limits.ts';
import type { Rates } from '#server/http/rates/rate-limits.ts';
import type { MailConfig, SendMail } from '#server/outside/mail.ts';
import type { DatabaseLimits } from '#server/db/pool/request-settings.ts';
import type { Retention } from '#server/retention.ts';
import { InvalidConfig, readSettings } from '#server/settings/settings.ts';

/**
 * The settings as the program uses them; `server/settings/settings.ts` has their names, defaults and
 * descriptions.
 */
export type Config = {
  port: number;
  host: string;
  dataDir: string;
  /** How many processes serve requests; with one, the first process does it itself. */
  processes: number;
  /** Undefined means the embedded database. */
  databaseUrl: string | undefined;
  /** The replica of that database; undefined means the primary serves every read. */
  databaseReadUrl: string | undefined;
  superadmin: { email: string; password: string } | undefined;
  /** Whether a new embedded database gets sample data. */
  demo: boolean;
  /** Whether to back up everything each night. */
  backup: boolean;
  /** The folder of the continuous backup; undefined: there is none. */
  backupTo: string | undefined;
  /** `all`: every admin has access to all clients. */
  adminScope: 'client' | 'all';
  /** The least number of characters of new passwords. */
  passwordLength: number;
  /** Whether superadmins must sign in with a second factor. */
  superadminSecondFactor: boolean;
  /** True for plain HTTP beyond this machine: the refresh cookie is sent without `Secure`. */
  insecureHttp: boolean;
  /** Limits requests per minute; undefined in benchmarks and in most tests. */
  rates: Rates | undefined;
  /**
   * Milliseconds by which the event loop may lag before requests are refused as busy; undefined in benchmarks
   * and in tests, whose machine may lag for reasons of its own.
   */
  longestLag: number | undefined;
  /**
   * Milliseconds: within which a request's headers, and the whole request, must arrive (an upload over a slow
   * mobile line takes its time), and after which an idle connection is closed.
   */
  arrival: { head: number; whole: number; silent: number };
  /** Milliseconds within which the reader of a long response must read some of it, and all of it. */
  readers: { stalled: number; longest: number };
  /**
   * The proxies whose `X-Forwarded-For` to trust: by address or network, or that number of proxies in a row.
   * False trusts none: the caller is the connection's peer.
   */
  trustProxy: string[] | number | false;
  /** The address of this installation, used as the base of links in emails; without a trailing slash. */
  publicUrl: string;
  /** PUBLIC_URL, if it is set: passkeys then work at this address only. */
  ownOrigin: string | undefined;
  /** Origins, besides the page's own, that the address override in a browser's storage may point to. */
  apiOrigins: string[];
  /**
   * Id or schema of the client that receives demo requests as leads; undefined: bookings stay in the
   * visitor's browser.
   */
  demoClient: string | undefined;
  /**
   * Turns on request metrics: with `token`, a bearer may read them from anywhere (undefined: only from this
   * machine), and statements slower than `slowStatement` milliseconds are logged. Undefined only in
   * benchmarks.
   */
  metrics: { token: string | undefined; slowStatement: number } | undefined;
  /** Undefined: no mail is sent, and the page shows that. */
  mail: MailConfig | undefined;
  /** Hands emails to the mail server; undefined if none is configured. */
  sendMail?: SendMail | undefined;
  /** This process's connection counts and time limits, in milliseconds. */
  database: DatabaseLimits;
  /** Megabytes of memory for the embedded database; undefined means whatever the machine has. */
  databaseMemory: number | undefined;
  /** Base addresses of the portals that leads are fetched from. */
  portals: { graph: string; indiaMart: string };
  /** Origins of sign-in providers that may be inside the own network, and use http. */
  internalProviders: string[];
  /** Origins of push services that may be inside the own network, and use http. */
  internalPushServices: string[];
  /** Origins of telephone systems that may be inside the own network, and use http. */
  internalTelephony: string[];
  imports: { atOnce: number; rows: number };
  retention: Retention;
  webRoot: string;
  /** Undefined picks the format that suits a terminal or a log collector. */
  logLevel: string | undefined;
  logFormat: 'json' | 'text' | undefined;
};

/** The portals' real addresses. */
export const PORTALS = {
  graph: 'https://graph.facebook.com',
  indiaMart: 'https://mapi.indiamart.com',
} as const;

const PROJECT = resolve(import.meta.dirname, '..');

/** Throws InvalidConfig for an invalid value. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const set = readSettings(env);
  const { DATABASE_URL: databaseUrl, SUPERADMIN_EMAIL: email, SUPERADMIN_PASSWORD: password } = set;
  together(set, 'SUPERADMIN_EMAIL', 'SUPERADMIN_PASSWORD');
  if (set.DATABASE_READ_URL && !databaseUrl)
    throw new InvalidConfig('DATABASE_READ_URL needs DATABASE_URL: the embedded database has no replica.');
  if (set.BACKUP_TO && databaseUrl)
    throw new InvalidConfig(
      'BACKUP_TO is for the embedded database: your own database has a continuous backup of its own.',
    );
  const port = set.PORT ?? 3000;
  return {
    port,
    host: set.HOST ?? 'localhost',
    dataDir: resolve(set.DATA_DIR ?? join(PROJECT, 'data')),
    processes: set.PROCESSES === 'auto' ? availableParallelism() : (set.PROCESSES ?? 1),
    databaseUrl,
    databaseReadUrl: set.DATABASE_READ_URL,
    superadmin: email && password ? { email, password } : undefined,
    demo: set.DEMO ?? databaseUrl === undefined,
    backup: set.BACKUP ?? databaseUrl === undefined,
    backupTo: set.BACKUP_TO === undefined ? undefined : resolve(set.BACKUP_TO),
    adminScope: set.ADMIN_SCOPE ?? 'client',
    passwordLength: set.PASSWORD_LENGTH ?? 6,
    superadminSecondFactor: set.SUPERADMIN_SECOND_FACTOR ?? false,
    insecureHttp: set.INSECURE_HTTP ?? false,
    rates: RATES,
    longestLag: 1000,
    arrival: { head: 20_000, whole: 120_000, silent: 300_000 },
    readers: { stalled: 30_000, longest: 20 * 60_000 },
    trustProxy: set.TRUST_PROXY ?? false,
    mail: mail(set),
    publicUrl: set.PUBLIC_URL ?? `http://localhost:${port}`,
    ownOrigin: set.PUBLIC_URL,
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
    internalProviders: set.INTERNAL_PROVIDERS ?? [],
    internalPushServices: set.INTERNAL_PUSH_SERVICES ?? [],
    internalTelephony: set.INTERNAL_TELEPHONY ?? [],
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
