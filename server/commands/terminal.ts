/** A progress line that overwrites itself; prints nothing without a terminal. */
export function progress(): { show: (text: string) => void; end: () => void } {
  const { stdout } = process;
  if (!stdout.isTTY) return { show: () => {}, end: () => {} };
  return {
    show: (text) => void stdout.write(`\r\u001B[K  ${text.slice(0, stdout.columns - 3)}`),
    end: () => void stdout.write('\r\u001B[K'),
  };
}

const number = new Intl.NumberFormat('en-IN');

/** "10 clients with 2,00,000 rows, 41.3 MB". */
export function sayNumbers({
  clients,
  rows,
  bytes,
}: {
  clients: number;
  rows: number;
  bytes: number;
}): string {
  const noun = clients === 1 ? 'client' : 'clients';
  return `${number.format(clients)} ${noun} with ${number.format(rows)} rows, ${(bytes / 1e6).toFixed(1)} MB`;
}
