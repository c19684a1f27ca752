import classes from '#web/pages/landing/Landing.module.css';

/** Each promise is enforced by code. docs/security.md describes how, and the tests. */
const PROMISES = [
  {
    title: 'A wall around each company',
    text: 'Your leads are in their own schema, and the database itself keeps everyone else out.',
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
];

/** The security promises. */
export function SecurityPromise() {
  return (
    <section className={classes.section} aria-labelledby="security-title">
      <h2 id="security-title">Your leads stay yours</h2>
      <ul className={classes.promises}>
        {PROMISES.map(({ title, text }) => (
          <li key={title}>
            <b>{title}</b>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
