import * as z from 'zod/mini';

/** What somebody wants to be told of. */
export const NotificationChoices = z.object({
  /** A digest each morning, and a mail for each follow-up that is due. */
  email: z.boolean(),
  /** Being told when a follow-up is due: in the page, by the browser and by e-mail. */
  reminders: z.boolean(),
  /** The report on Mondays, by e-mail. */
  weekly: z.boolean(),
});
export type NotificationChoices = z.infer<typeof NotificationChoices>;
