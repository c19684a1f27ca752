import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { compound, xls } from '#test/input/crafted-xls.ts';
import { oneSheet, textRow, zip } from '#test/input/crafted-files.ts';
import { fileKind } from './file-kind.ts';
import { decodeText } from './text-encoding.ts';
import { UnreadableFile } from './unreadable-file.ts';

const CSV = Buffer.from('Name,Email\nAsha,asha@example.in\n');
const XLSX = oneSheet(textRow(1, ['Name']));
const XLS = xls([['Name']]);

/** Returns the kind, or the status with which it is refused; accepts text only if it really is text. */
function judge(bytes: Buffer, filename: string, mimeType?: string): string | number {
  try {
    const kind = fileKind(bytes, filename, mimeType);
    if (kind === 'csv') decodeText(bytes);
    return kind;
  } catch (error) {
    assert.ok(error instanceof UnreadableFile);
    if (error.status === 415) assert.equal(error.message, 'Please select a valid CSV or Excel file');
    return error.status;
  }
}

test('goes by the content, not by the name', () => {
  assert.equal(judge(CSV, 'leads.csv'), 'csv');
  assert.equal(judge(CSV, 'leads.xlsx'), 'csv');
  assert.equal(judge(XLSX, 'leads.csv'), 'xlsx');
  assert.equal(judge(XLSX, 'LEADS.XLSX'), 'xlsx');
  assert.equal(judge(XLS, 'leads.XLS'), 'xls');
  assert.equal(judge(XLS, 'leads.csv'), 'xls');
});

test('needs the name or declared type of a spreadsheet', () => {
  assert.equal(judge(CSV, 'leads'), 415);
  assert.equal(judge(CSV, 'leads.xlsx.exe'), 415);
  assert.equal(judge(CSV, 'leads.txt', 'text/plain'), 415);
  assert.equal(judge(CSV, 'leads', 'text/csv; charset=utf-8'), 'csv');
  assert.equal(judge(CSV, 'blob', 'application/vnd.ms-excel'), 'csv');
});

test('refuses content that is neither text nor a workbook, whatever its name', () => {
  const png = Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    deflateSync(Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251))),
  ]);
  const noise = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * index * 31 + index) % 256));
  for (const bytes of [
    png,
    noise,
    Buffer.from('%PDF-1.7\n1 0 obj\n'),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    Buffer.from('{"leads": []}'),
    Buffer.from('{\\rtf1 Hello}'),
    zip([{ name: 'word/document.xml', content: '<w/>' }]),
    compound(Buffer.from('nothing'), 'WordDocument'),
    Buffer.alloc(100),
    Buffer.from([0]),
  ]) {
    assert.equal(judge(bytes, 'leads.csv'), 415, bytes.subarray(0, 20).toString('latin1'));
    assert.equal(judge(bytes, 'leads.xlsx'), 415);
  }
});

test('a web page named .xls and a truncated Excel file are refused with advice', () => {
  const page = Buffer.from('\ufeff<table><tr><td>Name</td></tr></table>');
  assert.throws(
    () => fileKind(page, 'leads.xls'),
    /^UnreadableFile: This file is a web page under the name of an Excel file/,
  );
  assert.equal(judge(page, 'leads.csv'), 415);
  const sheet = zip([{ name: 'xl/worksheets/sheet1.xml', content: '<x/>' }]);
  assert.throws(
    () => fileKind(sheet.subarray(0, 40), 'leads.xlsx'),
    /^UnreadableFile: This Excel file is incomplete/,
  );
});

test('tables in other formats are identified, with advice on how to save them', () => {
  const xml =
    '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>';
  const cases: [bytes: Buffer, what: string, filename?: string][] = [
    [Buffer.from(xml), 'an XML spreadsheet of Excel 2003 under the name of an Excel file'],
    [Buffer.from(`\ufeff${xml}`), 'an XML spreadsheet of Excel 2003 under the name of an Excel file'],
    [
      Buffer.from('<div><b>Leads of May</b></div><table><tr><td>Name</td></tr></table>'),
      'a web page under the name of an Excel file',
    ],
    [Buffer.from('<?xml version="1.0"?><html><body/></html>'), 'a web page under the name of an Excel file'],
    [
      Buffer.from('<!-- made by a portal -->\n<TABLE border=1>'),
      'a web page under the name of an Excel file',
    ],
    [
      Buffer.from('\ufeff<table><tr><td>Name</td></tr></table>', 'utf16le'),
      'a web page under the name of an Excel file',
    ],
    [
      Buffer.from('ID;PWXL;N;E\nP;PGeneral\nC;Y1;X1;K"Name"\nE\n'),
      'a SYLK file under the name of an Excel file',
    ],
    [Buffer.from('TABLE\r\n0,1\r\n"EXCEL"\r\n'), 'a DIF file under the name of an Excel file'],
    [Buffer.from('09040600000010000000', 'hex'), 'a workbook of Excel 95 or older'],
    [compound(Buffer.from('any'), 'Book'), 'a workbook of Excel 95 or older'],
    [zip([{ name: 'xl/workbook.bin', content: 'x' }]), 'a binary workbook of Excel (xlsb)', 'leads.xlsx'],
    [
      zip([
        { name: 'mimetype', content: 'x' },
        { name: 'content.xml', content: 'x' },
      ]),
      'an OpenDocument file (ods)',
      'leads.xlsx',
    ],
    [zip([{ name: 'Index/Document.iwa', content: 'x' }]), 'a file of Apple Numbers', 'leads.xlsx'],
  ];
  for (const [bytes, what, filename = 'leads.xls'] of cases)
    assert.throws(
      () => fileKind(bytes, filename),
      {
        status: 415,
        message: `This file is ${what}. Open it in Excel, save it as xlsx or CSV, and import that.`,
      },
      what,
    );
  for (const text of ['ID;Phone\nC;9845010001\n', 'PK,Name\n1,Asha\n', 'TABLE,Name\n1,Asha\n'])
    assert.equal(judge(Buffer.from(text), 'leads.xls'), 'csv');
});

test('reports a password-protected file', () => {
  assert.equal(judge(compound(Buffer.from('secret'), 'EncryptedPackage'), 'leads.xlsx'), 422);
});
