import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Role } from '#shared/accounts/permissions.ts';
import type { Account, Server } from './server.ts';

/** A lead as the JSON import takes it: field → text. */
export type LeadRow = { name: string } & Record<string, string>;

export type Session = { token: string; user: { id: string }; cookie: { name: string; value: string } };

/** A user of a client made for a test. */
export type Person = Account & { id: string; firstName: string };

/** A client made for a test, with no leads from elsewhere. */
export type Company = { id: string; name: string; manager: Person };

type RoleRow = { id: string; name: Role };

type Answer = { success: boolean; message?: string; data: never };

/** The part of the HTTP API with which tests prepare data for the browser. */
export class Api {
  private readonly server: Server;
  private overseer: Promise<Person> | undefined;
  private overseerSession: Promise<Session> | undefined;
  private overseerSince = 0;
  private readonly owners = new Map<string, Promise<Session>>();
  private roles: readonly RoleRow[] | undefined;

  constructor(server: Server) {
    this.server = server;
  }

  async signIn({ email, password }: Account): Promise<Session> {
    const response = await this.ask('/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    const { data, message } = (await response.json()) as {
      data: { accessToken: string; user: Session['user'] };
      message?: string;
    };
    if (!response.ok) throw new Error(`Sign-in of ${email}: ${response.status} ${message}`);
    const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(response.headers.getSetCookie()[0] ?? '') ?? [];
    return { token: data.accessToken, user: data.user, cookie: { name, value } };
  }

  /**
   * Retries as every API client must: a busy server, on a machine full of browsers, says when to try again.
   */
  private async ask(path: string, call: RequestInit): Promise<Response> {
    for (let left = 3; ; left -= 1) {
      const response = await fetch(`${this.server.origin}/api${path}`, call);
      if (response.status !== 503 || left === 0) return response;
      await response.body?.cancel();
      await pause(Number(response.headers.get('retry-after')) * 1000);
    }
  }

  /** Calls the API as this user; throws with the server's message when refused. */
  async call<Data>(who: Session | Account, method: string, path: string, body?: unknown): Promise<Data> {
    const { token } = 'token' in who ? who : await this.sessionOf(who);
    const response = await this.ask(path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Answer;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.message}`);
    return answer.data;
  }

  /** A superadmin who signs in nowhere else, so that no browser's sign-in ends this session. */
  async superadmin(): Promise<Session> {
    this.overseer ??= this.signIn(this.server.account('superadmin@lms.example')).then(
      async (sample) => await this.addPerson(sample, null, 'superadmin', 'Usha'),
    );
    const known = await this.overseerSession;
    // A sign-in is a fresh proof for ten minutes.
    const isFresh = Date.now() - this.overseerSince < 8 * 60_000;
    const isAlive = known && isFresh && (await this.call(known, 'GET', '/auth/me').catch(() => undefined));
    if (!isAlive) {
      this.overseerSince = Date.now();
      this.overseerSession = this.overseer.then(async (account) => await this.signIn(account));
    }
    return await (this.overseerSession as Promise<Session>);
  }

  /** A client without leads, with one manager; its name starts as given and is unique. */
  async newCompany(beginning: string, timeZone?: string): Promise<Company> {
    const session = await this.superadmin();
    const id = randomBytes(6).toString('hex');
    const name = `${beginning} ${id}`;
    const { client } = await this.call<{ client: { id: string } }>(session, 'POST', '/clients', {
      clientName: name,
      schemaName: `e2e_${id}`,
      ...(timeZone && { timeZone }),
    });
    return { id: client.id, name, manager: await this.newPerson(client.id, 'manager', 'Meera') };
  }

  async newPerson(clientId: string | null, role: Role, firstName: string): Promise<Person> {
    return await this.addPerson(await this.superadmin(), clientId, role, firstName);
  }

  private async addPerson(
    session: Session,
    clientId: string | null,
    role: Role,
    firstName: string,
  ): Promise<Person> {
    this.roles ??= (await this.call<{ roles: RoleRow[] }>(session, 'GET', '/roles')).roles;
    const account = {
      email: `${role}-${randomBytes(6).toString('hex')}@e2e.example`,
      password: randomBytes(12).toString('base64url'),
    };
    const { user } = await this.call<{ user: { id: string } }>(session, 'POST', '/users', {
      ...account,
      firstName,
      lastName: 'Joshi',
      roleId: this.roles.find(({ name }) => name === role)?.id,
      clientId,
    });
    return { ...account, id: user.id, firstName };
  }

  /** Signs the user out everywhere by deactivation, or activates them again. */
  async setActive(person: Person, isActive: boolean): Promise<void> {
    await this.call(await this.superadmin(), 'PATCH', `/users/${person.id}/status`, { isActive });
  }

  async addLeads(owner: Account, leads: readonly LeadRow[]): Promise<void> {
    await this.call(owner, 'POST', '/leads/import', { leads, skip_duplicates: false });
  }

  async addLead(owner: Account, lead: Record<string, unknown>): Promise<{ id: string }> {
    return await this.call(owner, 'POST', '/leads', lead);
  }

  /** The session that prepares a user's data, reused because every sign-in costs a password hash. */
  private async sessionOf(owner: Account): Promise<Session> {
    const session = this.owners.get(owner.email) ?? this.signIn(owner);
    this.owners.set(owner.email, session);
    return await session;
  }
}
