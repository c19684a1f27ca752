import { paths } from '#web/paths.ts';
import { PlainLink } from '#web/ui/plain/PlainLink.tsx';

/** The way on for somebody whose link has done its work already. */
export function BackToSignIn() {
  return (
    <PlainLink to={paths.login} look="text">
      Back to Sign In
    </PlainLink>
  );
}
