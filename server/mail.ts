/** An e-mail in plain text. */
export type Mail = { to: string; subject: string; text: string };

/** Hands an e-mail over for delivery; throws when that is not possible now. Absent where no mail server is configured. */
export type SendMail = (mail: Mail) => Promise<void>;
