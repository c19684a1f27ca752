/** Why a sign-in at a provider failed, and what its user reads. `{provider}` becomes the provider's name. */
const FAILURES = {
  unreachable: '{provider} cannot be reached right now. Please try again in a few minutes.',
  cancelled: 'You were not signed in at {provider}. Please try again.',
  clock:
    'The clocks of this server and {provider} differ, so its answer could not be accepted. Tell your administrator.',
  invalid: 'The answer of {provider} could not be verified. Please try again, or tell your administrator.',
  refused: '{provider} does not accept this connection. Your administrator must check the company’s sign-in.',
  no_secret:
    'The client secret of {provider} cannot be read here. Your administrator must enter it again in the settings.',
  email:
    '{provider} did not confirm your email address, which is needed the first time. Tell your administrator.',
  unknown: 'There is no account for you here. Ask your administrator to invite you.',
  other:
    'Your account here is connected with another account at {provider}. Ask your administrator to deactivate and activate it.',
  full: 'The admin who invited you cannot add more people. Ask your administrator.',
  inactive: 'Your account is not active. Ask your administrator.',
} as const satisfies Record<string, string>;
export type Failure = keyof typeof FAILURES;

export const EXPIRED = 'This sign-in has expired, or was begun in another browser or tab. Please try again.';

/** Ends a sign-in at a provider; `cause` is only logged. */
export class ProviderFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, cause?: unknown) {
    super(failure, { cause });
    this.failure = failure;
  }
}

/** The sentence about a failure; unknown ones, of another release, read like an answer that is not valid. */
export function sentenceOf(failure: string, provider: string): string {
  const known = Object.entries(FAILURES).find(([name]) => name === failure);
  return (known?.[1] ?? FAILURES.invalid).replaceAll('{provider}', provider);
}
