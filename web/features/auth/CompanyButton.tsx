import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { companySignIn } from '#shared/accounts/company-sign-in.ts';
import { send } from '#web/api/send.ts';
import { rememberTarget } from '#web/features/auth/at-provider.ts';
import { messageOf } from '#web/lib/errors.ts';
import plain from '#web/ui/plain/Plain.module.css';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { PlainNotice } from '#web/ui/plain/PlainNotice.tsx';

/** Milliseconds without a key press after which a domain is looked up. */
const PAUSE = 300;

/**
 * The button of the company's own sign-in, once the email typed above has a domain of a company with one. The
 * server is told only the domain.
 */
export function CompanyButton() {
  const place = useRef<HTMLDivElement>(null);
  const target: unknown = useLocation().state;
  const [provider, setProvider] = useState<{ name: string; domain: string }>();
  const [failure, setFailure] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  const email = () => place.current?.closest('form')?.querySelector<HTMLInputElement>('[name=email]');

  useEffect(() => {
    const field = email();
    const form = field?.form;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let latest = '';
    const look = async () => {
      // After a refused sign-in, the next edit of the form looks the domain up.
      const isBeingSent = form?.querySelector('[type=submit]:disabled');
      if (isBeingSent) return;
      const [, domain = ''] =
        /^[^@\s]+@([^@\s]+\.[^@\s.]{2,})$/.exec(field?.value.trim().toLowerCase() ?? '') ?? [];
      if (domain === latest) return;
      latest = domain;
      setProvider(undefined);
      // Without an answer there is just no button: a password may still be used.
      const found = domain && (await send(companySignIn.find, { query: { domain } }).catch(() => undefined));
      if (found && latest === domain && found.data.provider) setProvider({ ...found.data.provider, domain });
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void look(), PAUSE);
    };
    soon();
    form?.addEventListener('input', soon);
    form?.addEventListener('change', soon);
    return () => {
      clearTimeout(timer);
      form?.removeEventListener('input', soon);
      form?.removeEventListener('change', soon);
    };
  }, []);

  const go = async () => {
    setIsPending(true);
    setFailure(undefined);
    try {
      const { data } = await send(companySignIn.begin, { body: { email: email()?.value.trim() ?? '' } });
      rememberTarget(target);
      location.assign(data.url);
    } catch (error) {
      setFailure(messageOf(error, 'Your company’s sign-in page can’t be reached. Please try again.'));
      setIsPending(false);
    }
  };
  return (
    <div ref={place} className={plain.company} hidden={!provider}>
      {failure && <PlainNotice isFailure>{failure}</PlainNotice>}
      {provider && (
        <PlainButton look="quiet" isPending={isPending} onClick={() => void go()}>
          Continue with {provider.name}
        </PlainButton>
      )}
    </div>
  );
}
