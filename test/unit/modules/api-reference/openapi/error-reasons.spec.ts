import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ERROR_REASONS } from '../../../../../src/modules/api-reference/openapi/error-reasons';

const SOURCES = join(__dirname, '../../../../../src');

it('lists each reason that an error of the service has, and no other', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('errors.ts'),
  );
  const reasons = files.flatMap((path) =>
    [...readFileSync(join(SOURCES, path), 'utf8').matchAll(/\breason: '(\w+)'/g)].map(([, reason]) => reason),
  );
  expect([...new Set(reasons)].toSorted()).toEqual([...ERROR_REASONS]);
});
