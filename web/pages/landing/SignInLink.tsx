import type { ComponentProps } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#web/paths.ts';
import { PlainLink } from '#web/ui/plain/PlainLink.tsx';

/** Leads to the sign-in, and from there to the page that a visitor wanted when they had to sign in. */
export function SignInLink(props: Pick<ComponentProps<typeof PlainLink>, 'look' | 'children'>) {
  const target: unknown = useLocation().state;
  return <PlainLink {...props} to={paths.login} state={target} />;
}
