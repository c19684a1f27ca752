/** The preference that names the user for whom this browser shows notifications while LMS is closed. */
export const PUSH_OF = 'lms:push-of';
