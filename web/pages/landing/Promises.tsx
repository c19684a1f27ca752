import { useId } from 'react';
import classes from '#web/pages/landing/Landing.module.css';

type Promises = { title: string; promises: readonly { title: string; text: string }[] };

/** The people LMS is for, its price, and the start for somebody without an account. */
export const COSTS: Promises = {
  title: 'Free, for as many people as you like',
  promises: [
    {
      title: 'For teams that sell by talking',
      text: 'Interiors, coaching, real estate, dealers, services: two to fifty people who call, message and meet their customers.',
    },
    {
      title: 'It costs nothing',
      text: 'LMS is open source. There’s no price, no limit on people or leads, and no feature to pay for later.',
    },
    {
      title: 'It runs where you want',
      text: 'On a computer in your office, your own server or a small one that you rent. One command starts it, database included.',
    },
    {
      title: 'How to start',
      text: 'Does your company use LMS already? Its admin sends you an invitation. If not, book a demo, or install LMS yourself.',
    },
  ],
};

/** Promises that code enforces. docs/security.md describes how, and the tests. */
export const SECURITY: Promises = {
  title: 'Your leads stay yours',
  promises: [
    {
      title: 'A wall around each company',
      text: 'Your leads are in their own schema, which only your company’s database role can open. Another company’s request can’t reach it, even by mistake.',
    },
    {
      title: 'No one is watching',
      text: 'The page loads no scripts, fonts or trackers from other sites and shares your data with no one.',
    },
    {
      title: 'Every change is written down',
      text: 'Every lead has a history, every company an audit log, and mistakes can be undone.',
    },
    {
      title: 'You can always leave',
      text: 'Export all your leads to Excel or CSV whenever you like.',
    },
  ],
};

export function Promises({ of: { title, promises } }: { of: Promises }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={classes.promises}>
        {promises.map((promise) => (
          <li key={promise.title}>
            <b>{promise.title}</b>
            <p>{promise.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
