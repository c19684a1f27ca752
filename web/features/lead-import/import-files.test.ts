import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorsFile } from '#web/features/lead-import/errors-file.ts';
import { fileProblem } from '#web/features/lead-import/file-check.ts';

const column = (header: string, index: number) => ({ header, index, samples: [], target: 'ignore' as const });

test('the errors file keeps the original columns and quotes, and escapes formulas but not phone numbers', async () => {
  const rejected = [
    {
      type: 'rejected' as const,
      row: 7,
      cells: ['Asha, "A"', '+91 98765 43210'],
      messages: ['One.', 'Two.'],
    },
    { type: 'rejected' as const, row: 9, cells: ['=1+1'], messages: ['Three.'] },
  ];
  const text = await errorsFile([column('Name', 0), column('Mobile', 1)], rejected).text();
  assert.deepEqual(text.replace('\uFEFF', '').split('\r\n'), [
    'Name,Mobile,Row,Reason',
    '"Asha, ""A""",+91 98765 43210,7,One. Two.',
    "'=1+1,,9,Three.",
    '',
  ]);
});

test('an errors file of an errors file has only one Row and Reason column', async () => {
  const rejected = [{ type: 'rejected' as const, row: 2, cells: ['Asha', '7', 'Old.'], messages: ['New.'] }];
  const text = await errorsFile([column('Name', 0), column('Row', 1), column('Reason', 2)], rejected).text();
  assert.deepEqual(text.replace('\uFEFF', '').split('\r\n'), ['Name,Row,Reason', 'Asha,2,New.', '']);
});

test('csv, xlsx and xls pass by extension or type, and other, empty and big files are reported', () => {
  assert.equal(fileProblem({ name: 'a.CSV', type: '', size: 5 }), undefined);
  assert.equal(fileProblem({ name: 'export', type: 'application/vnd.ms-excel', size: 5 }), undefined);
  assert.equal(
    fileProblem({ name: 'a.png', type: 'image/png', size: 5 }),
    'Please select a valid CSV or Excel file',
  );
  assert.equal(fileProblem({ name: 'a.csv', type: '', size: 10 * 1024 * 1024 }), undefined);
  assert.equal(
    fileProblem({ name: 'a.csv', type: '', size: 10 * 1024 * 1024 + 1 }),
    'The file is larger than 10 MB.',
  );
  assert.equal(fileProblem({ name: 'a.csv', type: '', size: 0 }), 'The file is empty.');
});
