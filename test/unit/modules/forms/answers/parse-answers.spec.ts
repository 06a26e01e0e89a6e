import { describe, expect, it } from 'vitest';
import { newId } from '../../../../../src/kernel/ids';
import { InvalidInput } from '../../../../../src/kernel/app-error';
import { parseAnswers } from '../../../../../src/modules/forms/answers/parse-answers';
import { formSchema } from '../../../../../src/modules/forms/schema/form-schema';

const values = [
  { label: 'One', value: '1' },
  { label: 'Two', value: '2' },
];

/** The answer that a field of the type keeps; null for no answer, the reason of a rejection as `!…`. */
function answer(component: object, input: unknown): unknown {
  const schema = formSchema.parse({ components: [{ key: 'field', label: 'Field', ...component }] });
  try {
    return parseAnswers(schema, { field: input })['field'] ?? null;
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const [{ path, message } = { path: '', message: '' }, ...others] = error.issues!;
    return path === 'field' && others.length === 0 ? `!${message}` : error.issues;
  }
}

describe('parseAnswers', () => {
  it('no answer: absent, null, blank and empty', () => {
    for (const type of ['textfield', 'number', 'email', 'checkbox', 'datetime', 'file'])
      for (const input of [undefined, null, '', '  ', []]) expect(answer({ type }, input)).toBeNull();
    expect(answer({ type: 'textfield', validate: { required: true } }, ' \n')).toBe('!Required');
  });

  it('text: limits count characters', () => {
    const limited = { type: 'textfield', validate: { minLength: 2, maxLength: 3 } };
    expect(answer(limited, '😀😀😀')).toBe('😀😀😀');
    expect(answer(limited, '😀')).toBe('!Must be at least 2 characters');
    expect(answer(limited, 'four')).toBe('!Must be at most 3 characters');
    expect(answer({ type: 'textfield' }, 'a'.repeat(10_001))).toBe('!Must be at most 10000 characters');
    expect(answer({ type: 'textarea' }, 'a'.repeat(50_000))).toHaveLength(50_000);
    expect(answer({ type: 'hidden' }, 7)).toBe('!Must be text');
    expect(answer({ type: 'hidden', defaultValue: 'ad' }, undefined)).toBeNull();
  });

  it('hidden: the default is the value of an omitted key', () => {
    const schema = formSchema.parse({
      components: [{ type: 'hidden', key: 'from', label: 'From', defaultValue: 'ad' }],
    });
    expect(parseAnswers(schema, {})).toEqual({ from: 'ad' });
    expect(parseAnswers(schema, { from: 'mail' })).toEqual({ from: 'mail' });
  });

  it('number', () => {
    const limited = { type: 'number', validate: { min: 0, max: 10 } };
    expect(answer(limited, 0)).toBe(0);
    expect(answer(limited, ' 10 ')).toBe(10);
    for (const input of ['1e1', '0x1', 'Infinity', '1,000'])
      expect(answer(limited, input)).toBe('!Must be a number');
    expect(answer(limited, -1)).toBe('!Must be at least 0');
    expect(answer(limited, 11)).toBe('!Must be at most 10');
    expect(answer(limited, 'ten')).toBe('!Must be a number');
    expect(answer(limited, true)).toBe('!Must be a number');
    expect(answer(limited, [1])).toBe('!Must be a number');
  });

  it('checkbox', () => {
    expect(answer({ type: 'checkbox' }, false)).toBe(false);
    expect(answer({ type: 'checkbox', validate: { required: true } }, false)).toBe('!Must be checked');
    expect(answer({ type: 'checkbox', validate: { required: true } }, true)).toBe(true);
    expect(answer({ type: 'checkbox' }, 'true')).toBe('!Must be true or false');
  });

  it('select and radio', () => {
    expect(answer({ type: 'radio', values }, '1')).toBe('1');
    expect(answer({ type: 'radio', values }, 2)).toBe('2');
    expect(answer({ type: 'radio', values }, 'One')).toBe('!Must be one of the options');
    expect(answer({ type: 'select', data: { values } }, ['1'])).toBe('!Must be one of the options');
    const several = { type: 'select', multiple: true, data: { values } };
    expect(answer(several, ['2', '1', '2'])).toEqual(['2', '1']);
    expect(answer(several, '1')).toEqual(['1']);
    expect(answer(several, ['3'])).toBe('!Must be options of this field');
    expect(answer(several, [['1']])).toBe('!Must be options of this field');
  });

  it('datetime', () => {
    expect(answer({ type: 'datetime' }, '2026-01-31')).toBe('2026-01-31');
    expect(answer({ type: 'datetime' }, '2026-01-31T10:00')).toBe('2026-01-31T10:00Z');
    expect(answer({ type: 'datetime' }, '2026-01-31T10:00:00+02:00')).toBe('2026-01-31T10:00:00+02:00');
    expect(answer({ type: 'datetime' }, '2026-02-30')).toMatch(/^!/);
    expect(answer({ type: 'datetime' }, 1_700_000_000_000)).toMatch(/^!/);
  });

  it('email, url and phone number', () => {
    expect(answer({ type: 'email' }, ' a@example.com ')).toBe('a@example.com');
    expect(answer({ type: 'email' }, 'a@')).toMatch(/^!/);
    expect(answer({ type: 'url' }, 'https://example.com')).toBe('https://example.com');
    expect(answer({ type: 'url' }, 'javascript:alert(1)')).toMatch(/^!/);
    expect(answer({ type: 'phoneNumber' }, '(030) 12-34')).toBe('(030) 12-34');
    expect(answer({ type: 'phoneNumber' }, 'call me')).toBe('!Must be a phone number');
  });

  it('file: ids, one without `multiple`', () => {
    const [one, two] = [newId('file'), newId('file')];
    expect(answer({ type: 'file' }, [one])).toEqual([one]);
    expect(answer({ type: 'file' }, [one, two])).toBe('!Must be at most 1 file');
    expect(answer({ type: 'file', multiple: true }, [one, two])).toEqual([one, two]);
    expect(answer({ type: 'file', multiple: true }, [one, one])).toBe('!Must not repeat an id');
    expect(answer({ type: 'file' }, [{ id: one }])).toBe('!Must be an array of file ids');
  });
});
