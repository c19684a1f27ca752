import classes from '#web/pages/landing/Landing.module.css';

/** Each is kept by the code; docs/security.md names how, and the tests. */
const PROMISES = [
  {
    title: 'A wall around each company',
    text: 'Your leads are in a schema of their own, and the database itself refuses everybody else.',
  },
  {
    title: 'Nobody looks over your shoulder',
    text: 'The page loads no script, font or tracker from anywhere else, and hands your data to nobody.',
  },
  {
    title: 'Every change is written down',
    text: 'Each lead has its history, each account its audit log, and what went wrong can be undone.',
  },
  {
    title: 'You can always leave',
    text: 'All of your leads go into an Excel or CSV file whenever you like.',
  },
];

/** The promise of security. */
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
