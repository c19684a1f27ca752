import { MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT } from '#shared/password.ts';

export const PASSWORD_HINT = `At least ${MIN_PASSWORD_LENGTH} characters`;

/** The errors of a new password and its repetition, by input. The server also rejects common passwords. */
export function passwordErrors(values: { password: string; repeated: string }): {
  password?: string;
  repeated?: string;
} {
  if (values.password.length < MIN_PASSWORD_LENGTH) return { password: PASSWORD_TOO_SHORT };
  return values.password === values.repeated ? {} : { repeated: 'The two passwords differ.' };
}
