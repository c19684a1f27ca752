import { endWithSentence } from '#server/end-with-sentence.ts';

/** Runs an operator's command, which ends with a sentence where it fails; output that nobody reads any more is dropped. */
export function runCommand(work: () => Promise<void>): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code !== 'EPIPE') process.exitCode = 1;
    });
  work().catch(endWithSentence);
}
