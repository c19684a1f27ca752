import * as z from 'zod/mini';

/** The notifications a user wants. */
export const NotificationChoices = z.object({
  /** By e-mail: a digest each morning, and a mail for each follow-up that is due. */
  email: z.boolean(),
  /** When a follow-up is due: in the page, by the browser and by e-mail. */
  reminders: z.boolean(),
  /** On Mondays: the report by e-mail. */
  weekly: z.boolean(),
});
export type NotificationChoices = z.infer<typeof NotificationChoices>;
