import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { takeTarget } from '#web/features/auth/at-provider.ts';
import { secondStepOf, signIn } from '#web/features/auth/sign-in.ts';
import type { Credentials, SecondStep } from '#web/features/auth/sign-in.ts';
import { messageOf } from '#web/lib/errors.ts';
import { paths } from '#web/paths.ts';
import { startSession } from '#web/session/session-store.ts';
import { Waiting } from '#web/ui/states/Waiting.tsx';

type Props = {
  onSecondStep: (asked: { credentials: Credentials } & SecondStep) => void;
};

/** Finishes a sign-in at the company's provider, from which the browser has just come back. */
export function ProviderReturn({ onSecondStep }: Props) {
  const navigate = useNavigate();
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    const target = takeTarget();
    const finish = async () => {
      const credentials: Credentials = { isAtProvider: true };
      try {
        const { user, accessToken } = await signIn(credentials);
        await navigate(paths.login, { replace: true, state: target });
        startSession(user, accessToken);
      } catch (error) {
        const step = secondStepOf(error);
        if (step) onSecondStep({ credentials, ...step });
        const failure = messageOf(error, 'Sign-in failed. Please try again.');
        const state = { ...(target as object | null), ...(!step && { failure }) };
        await navigate(paths.login, { replace: true, state });
      }
    };
    void finish();
  }, [navigate, onSecondStep]);
  return <Waiting />;
}
