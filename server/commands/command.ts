import { endWithSentence } from './end-with-sentence.ts';

/** Runs an operator's command and prints one sentence if it fails; ignores output to a closed pipe. */
export function runCommand(work: () => Promise<void>): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code !== 'EPIPE') process.exitCode = 1;
    });
  work().catch(endWithSentence);
}
