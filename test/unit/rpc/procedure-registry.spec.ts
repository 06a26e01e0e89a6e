import 'reflect-metadata';
import type { DiscoveryService, ExternalContextCreator } from '@nestjs/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type Declaration,
  MutationProcedure,
  Procedures,
  QueryProcedure,
} from '../../../src/rpc/procedure.decorator';
import { ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import * as schema from '../../../src/rpc/schema';

const REQUIRED = { scope: 'read', role: 'guest' } as const;
const plain = z.object({ id: z.string() });
const withSecret = z.object({ rows: z.array(plain.extend({ token: schema.secret.nullable() })).optional() });

/** A registry with one procedure, `samples.get`. */
function registryWith(declare: typeof QueryProcedure, declaration: Omit<Declaration, 'scope' | 'role'>) {
  @Procedures()
  class SampleProcedures {
    @declare('samples.get', { ...REQUIRED, ...declaration })
    get(): void {}
  }
  const providers = [
    { instance: new SampleProcedures(), metatype: SampleProcedures, name: 'SampleProcedures' },
  ];
  const discovery = { getControllers: () => [], getProviders: () => providers };
  const contexts = { create: () => () => undefined };
  const registry = new ProcedureRegistry(
    discovery as unknown as DiscoveryService,
    contexts as unknown as ExternalContextCreator,
  );
  registry.collect();
  return registry;
}

describe('compressed procedures', () => {
  it('are queries that are declared so, whose output has no secret', () => {
    const compressed = registryWith(QueryProcedure, { output: plain, isCompressed: true });
    expect(compressed.named('samples.get').isCompressed).toBe(true);
    const other = registryWith(QueryProcedure, { output: plain });
    expect(other.named('samples.get').isCompressed).toBeUndefined();
  });

  it('stop the start if the output has a secret, at any depth, or the procedure is a mutation', () => {
    const message = 'samples.get cannot be compressed: only queries whose output has no secret are';
    expect(() => registryWith(QueryProcedure, { output: withSecret, isCompressed: true })).toThrow(message);
    expect(() => registryWith(MutationProcedure, { output: plain, isCompressed: true })).toThrow(message);
  });
});

describe('procedures with a secret', () => {
  it('stop the start unless their output marks it', () => {
    const message = 'samples.get must mark the secret in its output with the schema secret';
    expect(() => registryWith(MutationProcedure, { output: plain, hasSecretAnswer: true })).toThrow(message);
    expect(() => registryWith(MutationProcedure, { output: plain, storedAnswer: () => null })).toThrow(
      message,
    );
    const marked = registryWith(MutationProcedure, { output: withSecret, hasSecretAnswer: true });
    expect(marked.named('samples.get').hasSecretAnswer).toBe(true);
  });
});
