import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id } from '#shared/fields/fields.ts';

/** The leads that somebody sees: the whole company's, the team's, or only their own. */
export const VISIBILITIES = ['company', 'team', 'own'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** The users of a client who may export its leads: managers include admins. */
const EXPORTERS = ['everyone', 'managers', 'admins'] as const;
export type Exporters = (typeof EXPORTERS)[number];

/** How sales reps read the phone numbers and emails of leads. */
const CONTACTS_SHOWN = ['full', 'masked'] as const;
export type ContactsShown = (typeof CONTACTS_SHOWN)[number];

/** The visibility for a client's users by role. Admins see the whole company. */
const LeadVisibility = z.object({
  manager: z.enum(VISIBILITIES, 'Choose company, team or own.'),
  salesrep: z.enum(VISIBILITIES, 'Choose company, team or own.'),
  /**
   * Whether a user who types the email or phone of somebody else's lead learns that a colleague works with
   * that person.
   */
  hintsOfColleagues: z.boolean(),
  /** The users who may export leads. Admins always may. */
  exportsBy: z.enum(EXPORTERS, 'Choose everyone, managers or admins.'),
  /**
   * Whether sales reps see phone numbers and emails in full, or masked with a button that shows one and notes it.
   */
  salesrepContacts: z.enum(CONTACTS_SHOWN, 'Choose full or masked.'),
});
export type LeadVisibility = z.infer<typeof LeadVisibility>;

/** The settings and their version. */
export const SavedVisibility = z.extend(LeadVisibility, { version: z.string() });
export type SavedVisibility = z.infer<typeof SavedVisibility>;

const tag = 'Visibility of leads';
const params = z.object({ id: Id });

export const leadVisibility = {
  get: endpoint({
    method: 'GET',
    path: '/clients/:id/lead-visibility',
    permission: 'visibility.manage',
    tag,
    summary:
      "Whose leads a client's managers and sales reps see, who may export leads, and whether sales reps see whole phone numbers and emails",
    params,
    data: SavedVisibility,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/clients/:id/lead-visibility',
    permission: 'visibility.manage',
    changes: ['leads', 'calls', 'reminders'],
    tag,
    summary:
      'Choose whose leads managers and sales reps see, who may export leads, and whether sales reps see whole phone numbers and emails; what is left out stays, and a stale `version` is answered 412. It holds at once, also on open pages',
    params,
    body: z.partial(SavedVisibility),
    data: SavedVisibility,
  }),
};
