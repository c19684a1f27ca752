import { v7 as uuidv7 } from 'uuid';
import { sql } from 'kysely';
import type { BodyOf } from '#shared/protocol/endpoint.ts';
import { MAX_TEMPLATES } from '#shared/leads/message-templates.ts';
import type { MessageTemplate, messageTemplates } from '#shared/leads/message-templates.ts';
import { PERMISSIONS, can } from '#shared/accounts/permissions.ts';
import { meaningsOf, unknownPlaceholder } from '#shared/values/placeholders.ts';
import { once } from '#server/db/once.ts';
import type { Once } from '#server/db/once.ts';
import { assertSeen, withVersion } from '#server/db/sql/content-version.ts';
import type { ClientScope, ReadScope } from '#server/db/scope.ts';
import { Conflict, Forbidden, InvalidInput, NotFound } from '#server/errors.ts';
import { fieldOptions } from '#server/leads/settings/field-options.queries.ts';

export const UNKNOWN_TEMPLATE = 'This template does not exist.';

function visibleTemplates({ db, user }: ReadScope) {
  return db
    .selectFrom('message_templates')
    .where((eb) => eb.or([eb('is_shared', '=', true), eb('user_id', '=', user.id)]));
}

const TEMPLATE = ['id', 'channel', 'name', 'subject', 'body', 'is_shared'] as const;

/** A template with the version derived from its content. */
const versioned = ({ id, ...content }: Omit<MessageTemplate, 'can_edit' | 'version'>) => ({
  id,
  ...withVersion(content),
});

/** Shared templates and the caller's own, in their order; empty when all clients are seen at once. */
export async function listTemplates(scope: ReadScope): Promise<MessageTemplate[]> {
  if (scope.isEverything) return [];
  const rows = await visibleTemplates(scope)
    .select(TEMPLATE)
    .orderBy('is_shared', 'desc')
    .orderBy('place')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const mayShare = can(scope.user.role, 'messages.share_templates');
  return rows.map((row) => ({ ...versioned(row), can_edit: !row.is_shared || mayShare }));
}

/** The name of a template that the caller can see. Throws 422. */
export async function templateName(scope: ClientScope, id: string): Promise<string> {
  const found = await visibleTemplates(scope).select('name').where('id', '=', id).executeTakeFirst();
  if (!found) throw new InvalidInput([{ field: 'template_id', message: UNKNOWN_TEMPLATE }]);
  return found.name;
}

/**
 * Adds a template after the others, once per key. Throws 403 for a shared one if the user may not share, 409
 * when there are too many templates, 422 for an unknown placeholder.
 */
export async function createTemplate(
  scope: ClientScope,
  template: BodyOf<typeof messageTemplates.create>,
  key?: string,
): Promise<Once<{ id: string }>> {
  const { id: user_id } = scope.user;
  const { is_shared } = template;
  if (is_shared) assertMayShare(scope);
  await assertPlaceholders(scope, template);
  const id = uuidv7();
  const call = { operation: 'message_templates.create', key, input: template };
  return await once(scope, call, { id }, async (inside) => {
    const place = await nextPlace(inside.db, is_shared, user_id);
    await inside.db
      .insertInto('message_templates')
      .values({ ...stored(template), id, user_id, place })
      .execute();
  });
}

/**
 * The next position after the shared templates, or after this user's own. Throws 409 when the limit is
 * reached.
 */
async function nextPlace(db: ClientScope['db'], isShared: boolean, userId: string): Promise<number> {
  const { had, place } = await db
    .selectFrom('message_templates')
    .select(({ fn }) => [
      fn.countAll<number>().as('had'),
      sql<number>`coalesce(max(place), 0) + 1`.as('place'),
    ])
    .where('is_shared', '=', isShared)
    .$if(!isShared, (query) => query.where('user_id', '=', userId))
    .executeTakeFirstOrThrow();
  if (had >= MAX_TEMPLATES)
    throw new Conflict(
      `You’ve reached the limit of ${MAX_TEMPLATES} ${isShared ? 'shared' : 'private'} templates. Delete one first.`,
    );
  return place;
}

/**
 * Changes the sent properties. Throws 404 for a template that the caller cannot see, 403 for another user's,
 * 409 like `createTemplate`, 412, 422.
 */
export async function updateTemplate(
  scope: ClientScope,
  id: string,
  { version, ...change }: BodyOf<typeof messageTemplates.update>,
): Promise<void> {
  const { is_shared } = await assertMayEdit(scope, id);
  if (change.is_shared && !is_shared) assertMayShare(scope);
  await assertPlaceholders(scope, change);
  const sent = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const values = { ...sent, ...(change.channel === 'whatsapp' && { subject: '' }) };
  if (Object.keys(values).length === 0) return;
  const turns = change.is_shared !== undefined && change.is_shared !== is_shared;
  // A shared template that becomes private belongs to the user who changes it.
  const owner = turns && is_shared ? { user_id: scope.user.id } : {};
  await scope.transaction(async ({ db }) => {
    const before = await db
      .selectFrom('message_templates')
      .select(TEMPLATE)
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!before) throw new NotFound(UNKNOWN_TEMPLATE);
    assertSeen(version, versioned(before));
    if (turns) await nextPlace(db, !is_shared, scope.user.id);
    await db
      .updateTable('message_templates')
      .set({ ...values, ...owner })
      .where('id', '=', id)
      .execute();
  });
}

/** Deletes a template. Throws like `updateTemplate`. */
export async function removeTemplate(scope: ClientScope, id: string): Promise<void> {
  await assertMayEdit(scope, id);
  await scope.db.deleteFrom('message_templates').where('id', '=', id).execute();
}

/** Saves the order of those templates that the caller may change; ignores other ids. */
export async function arrangeTemplates(scope: ClientScope, order: readonly string[]): Promise<void> {
  const mayShare = can(scope.user.role, 'messages.share_templates');
  await sql`
    UPDATE ${scope.table('message_templates')} t SET place = wanted.place
    FROM unnest(${order}::uuid[]) WITH ORDINALITY AS wanted (id, place)
    WHERE t.id = wanted.id AND CASE WHEN t.is_shared THEN ${mayShare} ELSE t.user_id = ${scope.user.id}::uuid END
  `.execute(scope.db);
}

function assertMayShare({ user }: ClientScope): void {
  if (!can(user.role, 'messages.share_templates'))
    throw new Forbidden(PERMISSIONS['messages.share_templates'].refusal);
}

async function assertMayEdit(scope: ClientScope, id: string): Promise<{ is_shared: boolean }> {
  const template = await visibleTemplates(scope).select('is_shared').where('id', '=', id).executeTakeFirst();
  if (!template) throw new NotFound(UNKNOWN_TEMPLATE);
  if (template.is_shared) assertMayShare(scope);
  return template;
}

async function assertPlaceholders(
  scope: ClientScope,
  texts: { subject?: string | undefined; body?: string | undefined },
): Promise<void> {
  const meanings = meaningsOf((await fieldOptions(scope)).configuration);
  const problems = (['subject', 'body'] as const).flatMap((field) => {
    const message = unknownPlaceholder(texts[field] ?? '', meanings);
    return message ? [{ field, message }] : [];
  });
  if (problems.length > 0) throw new InvalidInput(problems);
}

/** A template as stored: WhatsApp messages have no subject. */
const stored = (template: BodyOf<typeof messageTemplates.create>) => ({
  ...template,
  subject: template.channel === 'email' ? template.subject : '',
});
