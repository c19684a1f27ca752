import { passwordTooShort } from '#shared/accounts/password.ts';
import { installation } from '#web/lib/installation.ts';

/** The errors of a new password and its repetition, by input. The server also rejects common passwords. */
export function passwordErrors(values: { password: string; repeated: string }): {
  password?: string;
  repeated?: string;
} {
  if (values.password.length < installation.passwordLength)
    return { password: passwordTooShort(installation.passwordLength) };
  return values.password === values.repeated ? {} : { repeated: 'The two passwords differ.' };
}
