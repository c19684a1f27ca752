import type * as z from 'zod/mini';
import { flag, oneOf, origin, origins, proxies, setting, text, whole, wholeOr } from './setting.ts';
import type { Setting } from './setting.ts';

/**
 * Every setting, once: the server reads the environment by this table and rejects a wrong value in its words.
 * A test compares it with the tables in the README and docs/operations.md. docs/decisions/0037 has the
 * reasons. @internal
 */
export const SETTINGS = {
  PORT: setting(whole(0, 65_535), {
    standard: '`3000`',
    says: 'port of the web server; 0 picks a free one',
    isBasic: true,
  }),
  HOST: setting(text('a host name or an address', /^[\w.:%-]+$/), {
    standard: '`localhost`',
    says: 'address to listen on; `0.0.0.0` for all',
    isBasic: true,
  }),
  DATA_DIR: setting(text('a folder'), {
    standard: '`data` in the project',
    says: 'database, keys, logs, backups',
    isBasic: true,
  }),
  DATABASE_URL: setting(
    text('an address, for example postgres://user:password@host:5432/database', /^postgres(?:ql)?:\/\//),
    {
      standard: 'unset: the embedded database',
      says: 'your own database, PostgreSQL 15 to 18',
      isBasic: true,
      isSecret: true,
    },
  ),
  DATABASE_READ_URL: setting(
    text('an address, for example postgres://replica.example.com:5432/database', /^postgres(?:ql)?:\/\//),
    {
      standard: 'unset: the primary serves all reads',
      says: 'a streaming replica of that database, for exports, archives, backups and dashboards of all clients',
      isSecret: true,
    },
  ),
  SUPERADMIN_EMAIL: setting(text('an email address', /^\S+@\S+$/), {
    standard: 'unset',
    says: 'first account of an empty database, together with `SUPERADMIN_PASSWORD`',
    isBasic: true,
  }),
  SUPERADMIN_PASSWORD: setting(text('a password'), {
    standard: 'unset',
    says: 'password of that account',
    isBasic: true,
    isSecret: true,
  }),
  PASSWORD_LENGTH: setting(whole(6, 64, 'characters'), {
    standard: '`6`',
    says: 'minimum length of new passwords; existing ones keep working',
    isBasic: true,
  }),
  SUPERADMIN_SECOND_FACTOR: setting(flag(), {
    standard: '`0`',
    says: '`1` requires two-step sign-in of superadmins',
    isBasic: true,
  }),
  DEMO: setting(flag(), {
    standard: '`1`; `0` with `DATABASE_URL`',
    says: '`1` fills an empty database with sample companies, unless `SUPERADMIN_EMAIL` is set',
    isBasic: true,
  }),
  BACKUP: setting(flag(), {
    standard: '`1`; `0` with `DATABASE_URL`',
    says: '`1` makes a backup every night; seven daily and four weekly ones are kept',
    isBasic: true,
  }),
  BACKUP_TO: setting(text('a folder'), {
    standard: 'unset',
    says: 'a folder on another disk: everything is copied there within a minute, encrypted, and can be restored to any moment of seven days; with the embedded database only',
    isBasic: true,
  }),
  ADMIN_SCOPE: setting(oneOf('client', 'all'), {
    standard: '`client`',
    says: "`all` lets a company's admins act in every client, including password links for its users",
    isBasic: true,
  }),
  TRUST_PROXY: setting(proxies(), {
    standard: 'unset: nobody',
    says: 'proxies whose `X-Forwarded-For` is trusted',
    isBasic: true,
  }),
  INSECURE_HTTP: setting(flag(), {
    standard: '`0`',
    says: '`1` allows session cookies over plain http; otherwise other machines are signed out after 15 minutes',
    isBasic: true,
  }),
  PUBLIC_URL: setting(origin(), {
    standard: '`http://localhost:PORT`',
    says: 'the address people use; links in emails begin with it',
    isBasic: true,
  }),
  SMTP_HOST: setting(text('a host name or an address', /^[\w.:-]+$/), {
    standard: 'unset: no email',
    says: 'the mail server, together with `SMTP_FROM`',
    isBasic: true,
  }),
  SMTP_FROM: setting(
    text('a sender, for example LMS <lms@example.com>', /^[^@\r\n]*[^@\s]@[^@\s][^@\r\n]*$/),
    {
      standard: 'unset',
      says: 'sender of emails',
      isBasic: true,
    },
  ),
  SMTP_PORT: setting(whole(1, 65_535), { standard: '`587`', says: 'port of the mail server' }),
  SMTP_TLS: setting(oneOf('required', 'implicit', 'none'), {
    standard: '`required`; `implicit` on port 465',
    says: '`required`: STARTTLS or nothing is sent; `implicit`: TLS from the start; `none`: for a relay on the same machine',
  }),
  SMTP_USER: setting(text('a user of the mail server'), {
    standard: 'unset',
    says: 'user name at the mail server, together with `SMTP_PASSWORD`',
  }),
  SMTP_PASSWORD: setting(text('a password'), {
    standard: 'unset',
    says: 'password of that user',
    isSecret: true,
  }),
  API_ORIGINS: setting(origins(), {
    standard: 'unset',
    says: "origins, besides the page's own, that a browser may use as the address of the API",
  }),
  INTERNAL_PROVIDERS: setting(origins(), {
    standard: 'unset: on the public internet, with https',
    says: 'origins of companies’ sign-in providers that are inside your own network, or use http',
  }),
  INTERNAL_PUSH_SERVICES: setting(origins(), {
    standard: 'unset: on the public internet, with https',
    says: 'origins of browsers’ push services that are inside your own network, or use http',
  }),
  INTERNAL_TELEPHONY: setting(origins(), {
    standard: 'unset: on the public internet, with https',
    says: 'origins of companies’ telephone systems that are inside your own network, or use http',
  }),
  DEMO_CLIENT: setting(text('the id or the schema of a client', /^[\w-]+$/), {
    standard: "unset: nothing leaves the visitor's browser",
    says: 'the client that gets bookings of Book a Demo as leads',
  }),
  PROCESSES: setting(wholeOr('auto', 1, 64), {
    standard: '`1`',
    says: 'how many processes serve requests on this machine; `auto`: one for each core',
  }),
  POOL_CONNECTIONS: setting(whole(4, 100, 'connections'), {
    standard: '`8`',
    says: 'connections of a process for requests; one client may hold five of eight, long responses half of them',
  }),
  STATEMENT_TIMEOUT: setting(whole(1, 120, 'seconds'), {
    standard: '`7`',
    says: 'time limit of a statement in a request; imports and other long work have their own limits',
  }),
  LOCK_TIMEOUT: setting(whole(1, 60, 'seconds'), {
    standard: '`2`',
    says: 'how long a statement waits for somebody who is changing the same row',
  }),
  SLOW_STATEMENT: setting(whole(1, 60_000, 'milliseconds'), {
    standard: '`1000`',
    says: 'slower statements are logged with the id of their request',
  }),
  DATABASE_MEMORY: setting(whole(256, 1_048_576, 'megabytes'), {
    standard: "half of the machine's memory, 8192 at most",
    says: 'memory for the embedded database; a quarter becomes its buffers',
  }),
  IMPORTS_AT_ONCE: setting(whole(1, 8, 'imports'), {
    standard: '`2`',
    says: 'imports that run at a time in a process; each takes a connection and up to 256 MB',
  }),
  IMPORT_ROWS: setting(whole(100, 100_000, 'rows'), {
    standard: '`100000`',
    says: 'maximum rows of an imported file; always 50,000 for xlsx and xls',
  }),
  TRASH_DAYS: setting(whole(7, 365, 'days'), {
    standard: '`30`',
    says: 'how long deleted leads stay in the trash, and operations can be undone',
  }),
  NOTIFICATION_DAYS: setting(whole(7, 365, 'days'), {
    standard: '`60`',
    says: 'how long notifications are kept',
  }),
  AUDIT_DAYS: setting(whole(30, 3650, 'days'), {
    standard: 'unset: forever',
    says: 'how long lines of the audit log are kept',
  }),
  METRICS_TOKEN: setting(text('a secret of 16 characters or more without blanks', /^\S{16,}$/), {
    standard: 'unset: programs on the same machine',
    says: 'the bearer token with which Prometheus reads `/api/metrics`',
    isSecret: true,
  }),
  FACEBOOK_GRAPH_URL: setting(origin(), {
    standard: '`https://graph.facebook.com`',
    says: 'where leads of Facebook and Instagram are read; another address is for tests',
  }),
  INDIAMART_URL: setting(origin(), {
    standard: '`https://mapi.indiamart.com`',
    says: 'where enquiries of IndiaMART are read; another address is for tests',
  }),
  LOG_LEVEL: setting(oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'), {
    standard: '`info`; `warn` at a terminal',
    says: 'least severe level that is logged',
    isBasic: true,
  }),
  LOG_FORMAT: setting(oneOf('json', 'text'), {
    standard: '`json`; `text` at a terminal',
    says: 'log lines as JSON or as text',
  }),
} satisfies Record<string, Setting>;

type SettingName = keyof typeof SETTINGS;
type Values = { [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']> | undefined };

/** Thrown for an invalid environment; the message names the setting, its value and the allowed ones. */
export class InvalidConfig extends Error {
  override name = 'InvalidConfig';
}

/** The value of every setting, undefined if it is not set. Throws InvalidConfig for the first invalid one. */
export function readSettings(env: NodeJS.ProcessEnv): Values {
  const entries = Object.entries(SETTINGS).map(([name, one]) => [name, valueOf(name, one, env[name])]);
  return Object.fromEntries(entries) as Values;
}

function valueOf(name: string, { schema, allowed, isSecret }: Setting, given: string | undefined): unknown {
  if (given === undefined) return undefined;
  const value = given.trim();
  if (value === '') throw new InvalidConfig(`${name} is set but empty: give it a value or remove it.`);
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const shown = isSecret ? '' : ` It is ${JSON.stringify(value.slice(0, 100))} now.`;
  throw new InvalidConfig(`${name} must be ${allowed}.${shown}`);
}
