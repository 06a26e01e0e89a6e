import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../support/app';
import { plainRoutesOf } from '../../support/reference/plain-routes';

/** The routes of the framework, whatever declared them, as `GET /api/health`. It prints them as a tree. */
async function servedBy({ nest }: TestApp): Promise<string[]> {
  const fastify = nest.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  await fastify.ready();
  const above: string[] = [];
  return fastify
    .printRoutes()
    .split('\n')
    .flatMap((line) => {
      const [, indent, part, methods = ''] = /^([│ ]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
      if (indent === undefined) return [];
      above.splice(indent.length / 4, Infinity, part!);
      const path = above.join('').replace(/(?<=.)\/$/, '');
      return methods === '' ? [] : methods.split(', ').map((method) => `${method} ${path}`);
    });
}

/** Registered apart from the declared routes: the procedures, and the metrics (test/procedures/metrics/exposure.spec.ts). */
const APART = [' /api/trpc/*', ' /metrics'];

describe('routes', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp();
  });

  it('are the declared ones, those of the procedures and the metrics, and no other', async () => {
    const declared = new Set(plainRoutesOf(app).map(({ method, path }) => `${method} ${path}`));
    const served = (await servedBy(app)).filter((route) => !APART.some((path) => route.endsWith(path)));
    // HEAD is GET without a body.
    expect(served.filter((route) => !declared.has(route.replace(/^HEAD/, 'GET')))).toEqual([]);
    expect([...declared].filter((route) => !served.includes(route))).toEqual([]);
  });
});
