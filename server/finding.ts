/** A part of the installation that the doctor has checked, and its state. */
export type Finding = {
  /** `wrong` makes the command exit with code 1; `note` is for the operator to judge. */
  level: 'good' | 'note' | 'wrong';
  /** The part of the installation. */
  part: string;
  says: string;
  /** The step that fixes it. */
  remedy?: string;
};

export const good = (part: string, says: string): Finding => ({ level: 'good', part, says });
export const note = (part: string, says: string, remedy: string): Finding => ({
  level: 'note',
  part,
  says,
  remedy,
});
export const wrong = (part: string, says: string, remedy: string): Finding => ({
  level: 'wrong',
  part,
  says,
  remedy,
});

/** The findings, or a single one that all is well. */
export const orGood = (part: string, says: string, findings: Finding[]): Finding[] =>
  findings.length > 0 ? findings : [good(part, says)];

const MOST_NAMED = 5;

/** "a, b, c and 7 more". */
export function named(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).join(', ');
  return names.length > MOST_NAMED ? `${shown} and ${names.length - MOST_NAMED} more` : shown;
}
