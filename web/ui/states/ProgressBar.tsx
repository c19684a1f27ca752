import classes from './ProgressBar.module.css';

type Props = {
  label: string;
  /** 0 to 100; undefined while unknown. */
  percent: number | undefined;
  /** A text next to the label, for example '1,200 of 20,000'. */
  detail?: string | undefined;
};

/** The progress of a job. */
export function ProgressBar({ label, percent, detail }: Props) {
  const shown = percent === undefined ? undefined : Math.round(Math.min(100, Math.max(0, percent)));
  return (
    <div className={classes.box}>
      <p className={classes.label} aria-live="polite">
        {label}
      </p>
      <p className={classes.detail}>{detail ?? (shown === undefined ? '' : `${shown}%`)}</p>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={shown}
        aria-valuetext={detail}
        data-drawn
        data-unknown={shown === undefined || undefined}
      >
        <span style={shown === undefined ? undefined : { transform: `scaleX(${shown / 100})` }} />
      </div>
    </div>
  );
}
