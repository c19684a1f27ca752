import type { ReactNode } from 'react';
import classes from '#web/pages/landing/Landing.module.css';
import { CONTACT_EMAIL, OPERATOR } from '#web/pages/landing/content.ts';

/** Contact details, if the operator has filled them in. */
export function Footer({ children }: { children: ReactNode }) {
  const { company, terms, privacy } = OPERATOR;
  return (
    <footer id="contact" className={classes.footer}>
      <div>
        <h2>Contact</h2>
        <p>We’ll show you LMS in 30 minutes and answer your questions.</p>
        {CONTACT_EMAIL && <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a>}
      </div>
      {children}
      <div className={classes.small}>
        <p>LMS · Lead management system · Open source</p>
        {company && <p>{company}</p>}
        {terms && <a href={terms}>Terms of service</a>}
        {privacy && <a href={privacy}>Privacy policy</a>}
      </div>
    </footer>
  );
}
