import { describe, expect, it } from 'vitest';
import { newId } from '../../../../../src/kernel/ids';
import { compileFailuresPresenter } from '../../../../../src/modules/columns/values/present-failures';
import { compileValuesPresenter } from '../../../../../src/modules/columns/values/present-values';
import { failure } from '../../../../../src/column-types/values/failure';

const [sum, note] = [newId('column'), newId('column')];
const columns = [
  { id: sum, type: 'formula', config: { expression: '1' } },
  { id: note, type: 'text', config: {} },
] as const;
const failures = compileFailuresPresenter(columns);
const values = compileValuesPresenter(columns);
const TIMES = { createdAt: '', updatedAt: '' };

/** As PostgreSQL prints it. */
const jsonb = (document: Record<string, unknown>) => {
  const text = (value: unknown) =>
    typeof value === 'object' ? JSON.stringify(value).replace('":', '": ') : JSON.stringify(value);
  const members = Object.entries(document).map(([key, value]) => `"${key}": ${text(value)}`);
  return `{${members.join(', ')}}`;
};

describe('a failed cell', () => {
  it('has a reason, and no value', () => {
    const text = jsonb({ [sum]: failure('division by zero'), [note]: 'x' });
    expect(JSON.parse(failures(text)!)).toEqual({ [sum]: '#error division by zero' });
    expect(JSON.parse(values(text, TIMES))).toEqual({ [sum]: null, [note]: 'x' });
  });

  it('cannot be typed by a user', () => {
    const text = jsonb({ [sum]: 5, [note]: '{"#error": "x"}' });
    expect(failures(text)).toBeNull();
    expect(JSON.parse(values(text, TIMES))).toEqual({ [sum]: 5, [note]: '{"#error": "x"}' });
  });

  it('is not searched for on boards without computed columns', () => {
    const text = jsonb({ [sum]: failure('x') });
    expect(compileFailuresPresenter([columns[1]])(text)).toBeNull();
  });
});
