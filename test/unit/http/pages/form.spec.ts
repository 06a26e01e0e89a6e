import { describe, expect, it } from 'vitest';
import { AppError, InvalidInput } from '../../../../src/kernel/app-error';
import { form } from '../../../../src/http/pages/form';
import { problemOf } from '../../../../src/http/pages/page-problem';

const NAME = { name: 'name', label: 'Your name', autocomplete: 'name', hint: 'As others see it' };
const make = (problem: AppError | null = null, prefix = '') =>
  form({ action: '/a', submit: 'Send', fields: [NAME], hidden: { token: '"><b>' }, problem, prefix }).text;

describe('form', () => {
  it('links label and hint to the input, and keeps hidden values unchanged', () => {
    const text = make();
    expect(text).toContain('<label for="name">Your name</label>');
    expect(text).toMatch(/<input\s+id="name"[^>]*aria-describedby="name-hint"/);
    expect(text).toContain('value="&quot;&gt;&lt;b&gt;"');
    expect(text).not.toMatch(/aria-invalid|role="alert"/);
  });

  it('lists the rejected fields first, with links to them', () => {
    const text = make(InvalidInput.at('name', '<i>Not this</i>'), 'one-');
    expect(text.indexOf('role="alert"')).toBeLessThan(text.indexOf('<form'));
    expect(text).toContain('<a href="#one-name">Your name</a>: &lt;i&gt;Not this&lt;/i&gt;');
    expect(text).toMatch(/aria-invalid="true"\s+aria-describedby="one-name-hint one-name-problem"/);
  });

  it('shows errors of no field unchanged', () => {
    expect(make(new AppError('CONFLICT', 'Taken'))).toMatch(/role="alert"[^>]*>\s*Taken\s*<\/div>/);
    expect(make(InvalidInput.at('token', 'Not valid'))).toMatch(/role="alert"[^>]*>\s*Not valid\s*<\/div>/);
  });
});

describe('problemOf', () => {
  it.each(['BAD_REQUEST', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'] as const)(
    'keeps %s',
    (code) => {
      const refusal = new AppError(code, 'No');
      expect(problemOf(refusal)).toBe(refusal);
    },
  );

  it.each([
    new AppError('TOO_MANY_REQUESTS', 'Wait', { retryAfterSeconds: 1 }),
    new AppError('SERVICE_UNAVAILABLE', 'Later'),
    new AppError('INTERNAL_SERVER_ERROR', 'Broken'),
    new Error('Broken'),
  ])('throws %s', (fault) => {
    expect(() => problemOf(fault)).toThrow(fault);
  });
});
