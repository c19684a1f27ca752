import classes from '#web/features/account/PipelinePicture.module.css';

const ROWS = [
  { width: 118, tone: 'blue' },
  { width: 86, tone: 'violet' },
  { width: 132, tone: 'green' },
  { width: 104, tone: 'amber' },
  { width: 92, tone: 'blue' },
];

/** A lead list reduced to its shapes; decoration without a word, so it can promise nothing wrong. */
export function PipelinePicture() {
  return (
    <div className={classes.picture} aria-hidden="true">
      <div className={classes.head}>
        <span style={{ width: 64 }} />
        <span style={{ width: 40 }} />
      </div>
      {ROWS.map(({ width, tone }, index) => (
        <div key={index} className={classes.row}>
          <span className={classes.face} />
          <span className={classes.line} style={{ width }} />
          <span className={classes.pill} data-tone={tone} />
          <span className={classes.line} data-quiet style={{ width: 56 }} />
        </div>
      ))}
      <div className={classes.card}>
        <span className={classes.check} />
        <div>
          <span className={classes.line} style={{ width: 96 }} />
          <span className={classes.line} data-quiet style={{ width: 64 }} />
        </div>
      </div>
    </div>
  );
}
