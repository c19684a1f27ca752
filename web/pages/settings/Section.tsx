import type { ReactNode } from 'react';
import classes from '#web/pages/SettingsPage.module.css';

/** A titled section of a settings part. */
export function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.text}>{text}</p>
      {children}
    </section>
  );
}
