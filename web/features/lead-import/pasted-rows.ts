import { EMAIL } from '#shared/fields/fields.ts';

/** The start of a message copied from a phone's chat: day, time and sender. */
const SENT =
  /^\[?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s+\d{1,2}[:.]\d{2}[^\]\-–]{0,12}(?:\]|\s[-–])\s*[^:]{1,60}:\s*/u;
const NUMBER = /\+?\d[\d\s().-]{6,18}\d/;
const ADDRESS = /[^\s@,;<>"()]+@[^\s@,;<>"()]+\.[^\s@,;<>"()]+/u;

/**
 * Returns pasted text as the text of a CSV file. Rows of a spreadsheet or a list stay as they are. In chat
 * lines it finds a number, an email address and the words around them; chat lines without either are left
 * out.
 */
export function pastedRows(text: string): string {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const isChat = lines.some((line) => SENT.test(clean(line)));
  const isTable = lines.some((line) => line.includes('\t')) || lines.every((line) => /[,;|]/.test(line));
  if (!isChat && isTable) return lines.join('\n');
  const rows = lines
    .map((line) => personIn(clean(line).replace(SENT, '')))
    .filter((row) => row !== undefined);
  return ['Name,Phone,Email', ...rows.map((row) => row.map(quoted).join(','))].join('\n');
}

/** A line without the invisible marks that chats put before it. */
const clean = (line: string) =>
  line
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .trim();

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

function personIn(line: string): [name: string, phone: string, email: string] | undefined {
  const [address = ''] = ADDRESS.exec(line) ?? [];
  const email = EMAIL().test(address) ? address : '';
  const rest = line.replace(email, ' ');
  const [phone = ''] = NUMBER.exec(rest) ?? [];
  if (email === '' && phone === '') return undefined;
  const name = rest
    .replace(phone, ' ')
    .replaceAll(/[<>()]/g, ' ')
    .replaceAll(/^[\s,;:|.–-]+|[\s,;:|–-]+$/gu, '')
    .replaceAll(/\s+/g, ' ');
  return [name, phone.trim(), email];
}
