/**
 * Lets the process end before this work does. Node's end waits for a file call that the disk holds, such as a
 * network drive that is away, for good: only a signal ends it then.
 */
export function endWithout(work: Promise<unknown>, ending = () => {}): void {
  const end = () => {
    ending();
    process.kill(process.pid, 'SIGKILL');
  };
  process.once('exit', end);
  const isOver = () => process.off('exit', end);
  work.then(isOver, isOver);
}
