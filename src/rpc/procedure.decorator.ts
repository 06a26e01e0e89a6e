import 'reflect-metadata';
import { applyDecorators, Injectable, UseGuards } from '@nestjs/common';
import { Mutation, Query, Router } from 'nestjs-trpc';
import type { z } from 'zod';
import type { Requirement } from '../access/requirement';
import { GUARDS_IN_ORDER } from '../access/guards/guards-in-order';
import type { AuditSnapshot } from '../access/audit/audit-snapshot';

export type ProcedureKind = 'query' | 'mutation';

/** The declaration of a procedure: its name, input, output, and what it requires of the caller. */
export interface Declaration extends Requirement {
  input?: z.ZodObject;
  output: z.ZodType;
  /** Two or three sentences for the API reference: meaning, units, errors. */
  description?: string;
  /**
   * A query with large responses, which are compressed if the client accepts it. Boot rejects an output with a secret: the length
   * of a compressed text shows an observer whether a guess equals a part of it (BREACH).
   */
  isCompressed?: boolean;
  /** The response contains a secret that is shown once: it is never stored for the replay of an Idempotency-Key. */
  hasSecretAnswer?: boolean;
  /** What is stored for the replay of an Idempotency-Key, if that is not the response: the response without its secrets. */
  storedAnswer?: (output: never) => unknown;
  /**
   * The method first does slow work outside any transaction, and returns a function that does the rest in the transaction of
   * the Idempotency-Key. A repeat with the key runs neither.
   */
  isPrepared?: boolean;
  /** Each call writes an entry to the audit log in the transaction of its change; each rejection writes one separately. */
  isAudited?: boolean;
  /** For an audited mutation: the record whose old and new field values the entry contains. */
  recordAuditSnapshot?: AuditSnapshot;
}

export const DECLARATION = Symbol('procedure declaration');

/** Stored beside nestjs-trpc's own metadata, whose keys it does not export. */
export interface NamedDeclaration extends Declaration {
  name: string;
  kind: ProcedureKind;
}

/** Marks a provider whose decorated methods are procedures; its guards run in this order for each of them. */
export const Procedures = (): ClassDecorator =>
  applyDecorators(Injectable(), Router(), UseGuards(...GUARDS_IN_ORDER));

/** A query, called with GET. `name` is the specification's dotted name. */
export const QueryProcedure = (name: string, declaration: Declaration): MethodDecorator =>
  declare(name, 'query', declaration, Query(schemas(declaration)));

/** A mutation, called with POST. */
export const MutationProcedure = (name: string, declaration: Declaration): MethodDecorator =>
  declare(name, 'mutation', declaration, Mutation(schemas(declaration)));

function schemas({ input, output }: Declaration) {
  return input ? { input, output } : { output };
}

function declare(
  name: string,
  kind: ProcedureKind,
  declaration: Declaration,
  own: MethodDecorator,
): MethodDecorator {
  return (target, method, descriptor) => {
    own(target, method, descriptor);
    const named: NamedDeclaration = { ...declaration, name, kind };
    Reflect.defineMetadata(DECLARATION, named, descriptor.value as object);
  };
}
