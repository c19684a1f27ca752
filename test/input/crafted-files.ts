/** Files for the import tests, valid and hostile, built on demand. */
import { crc32, deflateRawSync } from 'node:zlib';

export type ZipPart = {
  name: string;
  content?: string | Buffer;
  /** Raw deflated bytes instead of `content`. */
  packed?: Buffer;
  stored?: boolean;
  /** A false size of the unpacked content. */
  declaredSize?: number;
  /** Points to the bytes of this earlier part instead of having its own. */
  sameAs?: number;
  encrypted?: boolean;
};

/** A zip file of these parts; with `isWide` every number that can be 64-bit is. */
export function zip(parts: ZipPart[], isWide = false): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  const offsets: number[] = [];
  const sizes: number[] = [];
  let offset = 0;
  for (const part of parts) {
    const content = Buffer.from(part.content ?? '');
    const packed = part.packed ?? (part.stored ? content : deflateRawSync(content));
    const name = Buffer.from(part.name);
    const start = part.sameAs === undefined ? offset : (offsets[part.sameAs] ?? 0);
    const size = part.sameAs === undefined ? packed.length : (sizes[part.sameAs] ?? 0);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(part.encrypted ? 1 : 0, 2);
    common.writeUInt16LE(part.stored ? 0 : 8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(size, 14);
    common.writeUInt32LE(part.declaredSize ?? content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const extra = isWide
      ? Buffer.concat([two(1), two(24), ...[content.length, size, start].map(eight)])
      : Buffer.alloc(0);
    const listed = Buffer.from(common);
    if (isWide) listed.fill(0xff, 14, 22);
    listed.writeUInt16LE(extra.length, 24);
    directory.push(
      signed(0x02014b50, two(20), listed, Buffer.alloc(10), four(isWide ? -1 : start), name, extra),
    );
    offsets.push(start);
    sizes.push(size);
    if (part.sameAs !== undefined) continue;
    const body = Buffer.concat([signed(0x04034b50, common), name, packed]);
    bodies.push(body);
    offset += body.length;
  }
  const entries = Buffer.concat(directory);
  const wide = isWide
    ? [
        signed(
          0x06064b50,
          eight(44),
          Buffer.alloc(12),
          ...[parts.length, parts.length, entries.length, offset].map(eight),
        ),
        signed(0x07064b50, four(0), eight(offset + entries.length), four(1)),
      ]
    : [];
  const count = two(isWide ? 0xffff : parts.length);
  const end = signed(
    0x06054b50,
    four(0),
    count,
    count,
    four(entries.length),
    four(isWide ? -1 : offset),
    two(0),
  );
  return Buffer.concat([...bodies, entries, ...wide, end]);
}

export const two = (value: number) => Buffer.from([value & 255, (value >> 8) & 255]);
export const four = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};
const eight = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};
const signed = (signature: number, ...rest: Buffer[]) => Buffer.concat([four(signature), ...rest]);

type SheetXml = { name: string; xml: string; hidden?: boolean };
export type Workbook = {
  sheets: SheetXml[];
  strings?: string;
  styles?: string;
  date1904?: boolean;
  more?: ZipPart[];
};

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** The parts of an Excel file around the given worksheets. */
export function workbookParts({ sheets, strings, styles, date1904, more = [] }: Workbook): ZipPart[] {
  const list = sheets.map(
    ({ name, hidden }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
  );
  const relations = sheets.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  if (strings)
    relations.push(`<Relationship Id="s" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/>`);
  if (styles) relations.push(`<Relationship Id="t" Type="${OFFICE}/styles" Target="/xl/styles.xml"/>`);
  return [
    { name: '[Content_Types].xml', content: `${HEAD}<Types/>` },
    {
      name: '_rels/.rels',
      content: `${HEAD}<Relationships xmlns="${PACKAGE}"><Relationship Id="r" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `${HEAD}<workbook xmlns:r="${OFFICE}">${date1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${list.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `${HEAD}<Relationships xmlns="${PACKAGE}">${relations.join('')}</Relationships>`,
    },
    ...(strings ? [{ name: 'xl/sharedStrings.xml', content: `${HEAD}<sst>${strings}</sst>` }] : []),
    ...(styles ? [{ name: 'xl/styles.xml', content: `${HEAD}<styleSheet>${styles}</styleSheet>` }] : []),
    ...sheets.map(({ xml }, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      content: sheetXml(xml),
    })),
    ...more,
  ];
}

export const sheetXml = (rows: string) => `${HEAD}<worksheet><sheetData>${rows}</sheetData></worksheet>`;
export const workbook = (parts: Workbook) => zip(workbookParts(parts));

/** An Excel file of one sheet with these rows of cells. */
export const oneSheet = (xml: string, rest: Partial<Workbook> = {}) =>
  workbook({ sheets: [{ name: 'Leads', xml }], ...rest });

/** A `<row>` of inline texts. */
export const textRow = (number: number, cells: string[]) =>
  `<row r="${number}">${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;

/** Deflates the given number of mebibytes of spaces between two texts, to a thousandth of their size. */
export function deflatedBomb(mebibytes: number, before: string, after: string): Buffer {
  // Flushed blocks can be concatenated, so one is compressed and then repeated.
  const block = deflateRawSync(Buffer.alloc(1024 * 1024, ' '), { finishFlush: 2 });
  const first = deflateRawSync(Buffer.from(before), { finishFlush: 2 });
  return Buffer.concat([
    first,
    ...Array.from({ length: mebibytes }, () => block),
    deflateRawSync(Buffer.from(after)),
  ]);
}

export const HEADERS = [
  'LEADID',
  'Last Name',
  'Company',
  'Lead Owner',
  'Email',
  'Mobile',
  'Website',
  'Industry',
  'Lead Source',
  'Lead Status',
  'Created Time',
  'CONVERTED',
  'month_Created Time1',
];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const pick = (list: readonly string[], index: number) => list[index % list.length] ?? '';

/**
 * Rows as another CRM exports them: only a last name, owners who are not users, dates like `15 Apr, 2021
 * 00:03:00`.
 */
export function crmExport(rows: number): string[][] {
  return Array.from({ length: rows }, (_, index) => {
    const name = pick(['Denson', 'Sharma', "O'Brien", 'Müller', 'शर्मा', 'Iyer'], index);
    const month = pick(MONTHS, index * 7);
    return [
      String(4563 + index),
      name,
      pick(['Maurice The Pants Man', 'Sunny "Sun" Surplus', 'Chai, Coffee & Co', 'Awthentikz'], index),
      pick(['David Love', 'Pete Zachariah', 'Lazar Mathew'], index),
      `lead${index}@armyspy.com`,
      `${600 + (index % 300)}-${100 + (index % 900)}-${1000 + (index % 9000)}`,
      pick(['CameraUpdate.com', ''], index),
      pick(['Education', 'Pharma', 'Manufacturing'], index),
      pick(['Employee Referral', 'Sales Mail Alias', 'Cold Call', 'Website'], index),
      pick(['Contacted', 'Junk Lead', 'Attempted to Contact', 'Pre Qualified'], index),
      `${1 + (index % 28)} ${month}, 2021 00:03:00`,
      pick(['Yes', 'No'], index),
      month,
    ];
  });
}

/** The text of a CSV file. */
export function csv(rows: string[][], delimiter = ',', lineEnd = '\n'): string {
  const cell = (value: string) => (/[",;\t|\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  return rows.map((row) => row.map(cell).join(delimiter) + lineEnd).join('');
}
