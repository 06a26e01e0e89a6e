import 'reflect-metadata';
import { applyDecorators, Injectable, UseGuards } from '@nestjs/common';
import { Mutation, Query, Router } from 'nestjs-trpc';
import type { z } from 'zod';
import { AuthenticationGuard } from '../access/authentication.guard';
import { RateLimitGuard } from '../access/rate-limit.guard';
import type { Requirement } from '../access/requirement';
import { RoleGuard } from '../access/role.guard';
import { ScopeGuard } from '../access/scope.guard';
import { TenantGuard } from '../access/tenant.guard';
import type { AuditedRecord } from './audited-record';

export type ProcedureKind = 'query' | 'mutation';

/** What a method says of itself: its wire name, what it takes and answers, and what it asks of the caller. */
export interface Declaration extends Requirement {
  input?: z.ZodObject;
  output: z.ZodType;
  /** Two or three sentences for the API reference: meaning, units, errors. */
  description?: string;
  /** The answer holds a secret that is shown once: it is never kept for an Idempotency-Key's replay. */
  hasSecretAnswer?: boolean;
  /**
   * The method does slow or lasting work first, outside of any transaction, and answers a function that does the rest in
   * the one that an Idempotency-Key opens. A repeat with the key does neither.
   */
  isPrepared?: boolean;
  /** Each call leaves an entry in the audit log, in one transaction with what it changes; each refusal one of its own. */
  isAudited?: boolean;
  /** Of an audited mutation: the record whose fields its entry tells, as they were before it and are after. */
  auditedRecord?: AuditedRecord;
}

export const DECLARATION = Symbol('procedure declaration');

/** Kept beside nestjs-trpc's own metadata, whose keys it does not export. */
export interface NamedDeclaration extends Declaration {
  name: string;
  kind: ProcedureKind;
}

/** Marks a provider whose decorated methods are procedures; its guards run in this order for each of them. */
export const Procedures = (): ClassDecorator =>
  applyDecorators(
    Injectable(),
    Router(),
    UseGuards(TenantGuard, AuthenticationGuard, RateLimitGuard, ScopeGuard, RoleGuard),
  );

/** A read, called by GET. `name` is the specification's dotted name. */
export const QueryProcedure = (name: string, declaration: Declaration): MethodDecorator =>
  declare(name, 'query', declaration, Query(schemas(declaration)));

/** A write, called by POST. */
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
