import { isDateFormat } from 'hucre';
import { MAX_CELL_CHARS, damaged, notASpreadsheet } from '#server/spreadsheets/unreadable-file.ts';
import { XmlTokens, attribute } from './xml-tokens.ts';
import type { XmlHandlers } from './xml-tokens.ts';
import type { ZipEntries } from './zip-entries.ts';

export type Sheet = { name: string; path: string; hidden: boolean };
export type Workbook = {
  sheets: Sheet[];
  date1904: boolean;
  /** Whether a cell's number is a date, by the cell's style index. */
  dateStyles: boolean[];
  sharedStrings: string[];
};

/** Reads the parts of a workbook that the cells of its sheets need. Throws UnreadableFile. */
export async function openWorkbook(zip: ZipEntries): Promise<Workbook> {
  const rootRelations = await relations(zip, '_rels/.rels', '');
  const path = rootRelations.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const related = await relations(zip, `${folder}_rels/${path.slice(folder.length)}.rels`, folder);
  const byType = (type: string) => related.find((relation) => relation.type === type)?.target;
  const sheets: Sheet[] = [];
  let date1904 = false;
  if (!zip.has(path)) throw notASpreadsheet();
  let root: string | undefined;
  await readPart(zip, path, {
    open(name, attributes) {
      root ??= name;
      if (root !== 'workbook') throw notASpreadsheet();
      if (name === 'workbookPr') date1904 = /^(?:1|true)$/.test(attribute(attributes, 'date1904') ?? '');
      if (name !== 'sheet') return;
      const id = attribute(attributes, 'id');
      const target = related.find((relation) => relation.id === id && relation.type === 'worksheet')?.target;
      const hidden = /hidden/i.test(attribute(attributes, 'state') ?? '');
      if (target && zip.has(target))
        sheets.push({ name: attribute(attributes, 'name') ?? '', path: target, hidden });
    },
    text() {},
    close() {},
  });
  if (sheets.length === 0) throw damaged();
  const dateStyles = await readDateStyles(zip, byType('styles'));
  return {
    sheets,
    date1904,
    dateStyles,
    sharedStrings: await readSharedStrings(zip, byType('sharedStrings')),
  };
}

/** Feeds the XML of a part to the handlers. */
async function readPart(zip: ZipEntries, path: string, handlers: XmlHandlers): Promise<void> {
  const tokens = new XmlTokens(handlers);
  for await (const piece of zip.unpack(path)) tokens.push(piece);
  tokens.end();
}

type Relation = { id: string; type: string; target: string };

async function relations(zip: ZipEntries, path: string, folder: string): Promise<Relation[]> {
  const found: Relation[] = [];
  if (!zip.has(path)) return found;
  await readPart(zip, path, {
    open(name, attributes) {
      if (name !== 'Relationship' || attribute(attributes, 'TargetMode') === 'External') return;
      const target = attribute(attributes, 'Target') ?? '';
      const type = attribute(attributes, 'Type') ?? '';
      const id = attribute(attributes, 'Id') ?? '';
      found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: resolve(folder, target) });
    },
    text() {},
    close() {},
  });
  return found;
}

/** The name of the entry that a relation points to. */
function resolve(folder: string, target: string): string {
  return new URL(target, `zip:///${folder}`).pathname.slice(1);
}

/** Excel's predefined number formats that show a date or a time. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

async function readDateStyles(zip: ZipEntries, path: string | undefined): Promise<boolean[]> {
  const formats = new Map<number, boolean>();
  const styles: boolean[] = [];
  let inCells = false;
  if (!path || !zip.has(path)) return styles;
  await readPart(zip, path, {
    open(name, attributes) {
      if (name === 'cellXfs') inCells = true;
      else if (name === 'numFmt') {
        // A currency or locale in brackets ([$Rs.-4009]) is not part of a date.
        const code = (attribute(attributes, 'formatCode') ?? '')
          .replaceAll(/\[\$[^\][]*\]/g, '')
          .slice(0, 255);
        formats.set(Number(attribute(attributes, 'numFmtId')), isDateFormat(code));
      } else if (name === 'xf' && inCells) {
        const id = Number(attribute(attributes, 'numFmtId') ?? 0);
        styles.push(formats.get(id) ?? isBuiltInDate(id));
      }
    },
    text() {},
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return styles;
}

async function readSharedStrings(zip: ZipEntries, path: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (!path || !zip.has(path)) return strings;
  let current = '';
  let inText = false;
  let inReading = false;
  await readPart(zip, path, {
    open(name) {
      if (name === 'si') current = '';
      else if (name === 'rPh') inReading = true;
      else if (name === 't') inText = !inReading;
    },
    text(text) {
      if (!inText) return;
      current += text;
      if (current.length > MAX_CELL_CHARS) throw damaged();
    },
    close(name) {
      if (name === 't') inText = false;
      else if (name === 'rPh') inReading = false;
      else if (name === 'si') strings.push(unescapeText(current));
    },
  });
  return strings;
}

/** Decodes `_x000D_` to the character with that code. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
