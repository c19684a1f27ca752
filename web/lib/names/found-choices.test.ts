import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foundChoices } from './found-choices.ts';

test('a choice is found by its label and by its email or SKU, in any case and accents', () => {
  const options = [
    { value: 'me', label: 'Me' },
    { value: '1', label: 'Álvaro Núñez (inactive)', also: 'sales.two@example.com' },
    { value: '2', label: 'Asha Rao', also: 'asha@example.com' },
  ];
  const found = (search: string) => foundChoices({ options, search }).map(({ value }) => value);
  assert.deepEqual(found(''), ['me', '1', '2']);
  assert.deepEqual(found(' Sales.Two@ '), ['1']);
  assert.deepEqual(found('@EXAMPLE'), ['1', '2']);
  assert.deepEqual(found('alvaro nunez'), ['1']);
  assert.deepEqual(found('ME'), ['me']);
  assert.deepEqual(found('nobody'), []);
});
