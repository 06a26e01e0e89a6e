import { describe, expect, it } from 'vitest';
import { statementFailures } from '../../../../../src/platform/database/metrics/statement-failures';

const failure = (fields: object) => Object.assign(new Error('a message'), fields);

describe('statementFailures', () => {
  it.each([
    ['timeout', failure({ code: '57014' })],
    ['conflict', failure({ code: '40P01' })],
    ['conflict', failure({ code: '40001' })],
    ['rule', failure({ code: '23505' })],
    ['rule', failure({ code: 'TR006' })],
    ['connection', failure({ code: 'ECONNREFUSED' })],
    ['connection', failure({ code: '57P01' })],
    ['connection', new Error('timeout exceeded when trying to connect')],
    ['other', failure({ code: '42P01' })],
    ['other', new Error('a message')],
  ] as const)('counts as %s: %o', (cause, error) => {
    const before = new Map(statementFailures.counts);
    statementFailures.add(error);
    const grown = [...statementFailures.counts].filter(([each, count]) => count !== before.get(each));
    expect(grown).toEqual([[cause, before.get(cause)! + 1]]);
  });
});
