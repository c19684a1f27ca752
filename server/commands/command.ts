import { constants } from 'node:os';
import { endWithSentence } from './end-with-sentence.ts';

/** The signals that end a command: Ctrl-C, a request to stop, and a terminal that is gone. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs an operator's command and prints one sentence if it fails; ignores output to a closed pipe. A signal
 * ends it with the exit code of a shell, after the listeners of the exit have cleaned up. With `--help` it
 * only prints `usage`: a line for each way to call the command.
 */
export function runCommand(usage: string[], work: () => Promise<void>): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code !== 'EPIPE') process.exitCode = 1;
    });
  const asked = process.argv.slice(2);
  if (asked.includes('--help') || asked.includes('-h')) {
    process.stdout.write(`\n${usage.map((line) => `  ${line}\n`).join('')}\n`);
    return;
  }
  for (const signal of ENDING) process.once(signal, () => process.exit(128 + constants.signals[signal]));
  work().catch(endWithSentence);
}
