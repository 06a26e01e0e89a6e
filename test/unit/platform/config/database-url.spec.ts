import { describe, expect, it } from 'vitest';
import {
  databaseUrlProblem,
  databaseAddress,
  verifiedUrl,
} from '../../../../src/platform/config/database-url';

describe('databaseUrlProblem', () => {
  it.each([
    'postgres://db/trestle',
    'postgresql://user:secret@db.example.com:5432/trestle?sslmode=require',
    'postgres://user:100%25@db:65535/x',
    'postgres://user:a:99999@db/x',
    'postgres://user@[::1]:5432/x',
    'postgres://user,1:a,b@db/x',
    'postgres:///trestle?host=/var/run/postgresql',
    'postgres://db/trestle?sslmode=disable',
    'postgres://db/trestle?port=6432',
  ])('accepts %s', (url) => {
    expect(databaseUrlProblem(url)).toBeNull();
  });

  it.each([
    ['mysql://db/x', 'postgres:// or postgresql:// URL'],
    ['postgres://a b/x', 'postgres:// or postgresql:// URL'],
    ['postgres://user:hunter2@db:99999/x', 'a port from 1 to 65535'],
    ['postgres://user:hunter2@db:0/x', 'a port from 1 to 65535'],
    ['postgres://user:hunter2@db/x?port=many', 'a port from 1 to 65535'],
    ['postgres://user:hunter2@db:5432', 'must name the database'],
    ['postgres://user:hunter2@db/?sslmode=disable', 'must name the database'],
    ['postgres://user:hunter2@db1,db2/x', 'must name one host'],
    ['postgres://user:hunter2@db1:5432,db2:5433/x?target_session_attrs=read-write', 'must name one host'],
    ['postgres:///', 'must name the database'],
    ['postgres://user:hunter2@db/x?sslmode=bogus', 'must have one of these sslmode values: disable, prefer'],
    ['postgres://user:hunter2@db/x?sslmode=', 'must have one of these sslmode values'],
    ['postgres://user:hunter2@db/x?sslmode=verify-ca&uselibpqcompat=true', 'must have sslrootcert'],
    ['postgres://user:hunter2%@db/x', '% is written %25'],
    ['postgres://user:hunter2%zz@db/x', '% is written %25'],
    ['postgres://user:hunter2/@db:5432/x', 'percent-encode'],
  ])('rejects %s without showing the password', (url, problem) => {
    expect(databaseUrlProblem(url)).toContain(problem);
    expect(databaseUrlProblem(url)).not.toContain('hunter2');
  });
});

describe('databaseAddress', () => {
  it.each([
    ['postgres://user:hunter2@db:5433/x', 'db:5433'],
    ['postgres://db/x?host=/var/run/postgresql', '/var/run/postgresql'],
    ['postgres:///x', 'localhost'],
  ])('%s is at %s', (url, address) => {
    expect(databaseAddress(url)).toBe(address);
  });
});

describe('verifiedUrl', () => {
  it.each(['prefer', 'require', 'verify-ca'])('sslmode=%s verifies the server', (mode) => {
    const url = (sslmode: string) => `postgres://db/x?a=b&sslmode=${sslmode}&c=d`;
    expect(verifiedUrl(url(mode))).toBe(url('verify-full'));
  });

  it.each([
    'postgres://db/x',
    'postgres://db/x?sslmode=disable',
    'postgres://db/x?sslmode=no-verify',
    'postgres://db/x?sslmode=required',
    'postgres://db/x?sslmode=require&uselibpqcompat=true',
  ])('%s is unchanged', (url) => {
    expect(verifiedUrl(url)).toBe(url);
  });
});
