import { endWithSentence } from './end-with-sentence.ts';

/**
 * Runs an operator's command and prints one sentence if it fails; ignores output to a closed pipe. With
 * `--help` it only prints `usage`: a line for each way to call the command.
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
  work().catch(endWithSentence);
}
