import { afterAll } from 'vitest';
import { checksAfterSpec } from './after-spec';

afterAll(async () => {
  for (const check of checksAfterSpec) await check();
});
