import { describe, expect, it } from 'vitest';
import { databaseUrlProblem } from '../../../../src/platform/config/database-url';

describe('databaseUrlProblem', () => {
  it.each([
    'postgres://db/trestle',
    'postgresql://user:secret@db.example.com:5432/trestle?sslmode=require',
    'postgres://user:100%25@db:65535/x',
    'postgres://user:a:99999@db/x',
    'postgres://user@[::1]:5432/x',
    'postgres:///trestle?host=/var/run/postgresql',
  ])('accepts %s', (url) => {
    expect(databaseUrlProblem(url)).toBeNull();
  });

  it.each([
    ['mysql://db/x', 'postgres:// or postgresql:// URL'],
    ['postgres://a b/x', 'postgres:// or postgresql:// URL'],
    ['postgres://user:hunter2@db:99999/x', 'a port from 1 to 65535'],
    ['postgres://user:hunter2@db:0', 'a port from 1 to 65535'],
    ['postgres://user:hunter2%@db/x', '% is written %25'],
    ['postgres://user:hunter2%zz@db/x', '% is written %25'],
    ['postgres://user:hunter2/@db:5432/x', 'percent-encode'],
  ])('rejects %s without showing the password', (url, problem) => {
    expect(databaseUrlProblem(url)).toContain(problem);
    expect(databaseUrlProblem(url)).not.toContain('hunter2');
  });
});
