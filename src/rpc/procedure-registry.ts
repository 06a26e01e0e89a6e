import 'reflect-metadata';
import { Injectable } from '@nestjs/common';
import { DiscoveryService, ExternalContextCreator } from '@nestjs/core';
import type { z } from 'zod';
import type { GuardedCall } from '../access/guarded-call';
import type { CallContext, UserContext } from '../access/principal';
import { declaredMethods } from './declarations-of';
import type { NamedDeclaration } from './procedure.decorator';
import { PROCEDURES_WITHIN_PLACES } from './procedures-within-places';
import { containsSecret } from './secret-outputs';
import { validateInput } from './validate-input';

/** The context of a call: guards add the caller, the dispatcher adds input and transaction. */
export interface ProcedureCall extends GuardedCall {
  readInput(): unknown;
  /** Runs the method with this input, in the context that the guards have created. */
  perform(input: unknown, method: (context: UserContext | CallContext) => unknown): unknown;
}

export interface Procedure extends NamedDeclaration {
  input: z.ZodObject | undefined;
  /** Guards, validation and the method itself. */
  invoke(call: ProcedureCall): Promise<unknown>;
}

type Method = (this: unknown, context: UserContext, input: unknown) => unknown;

/** Every procedure of the service by name, collected at boot (decision 0002). An invalid declaration stops the start. */
@Injectable()
export class ProcedureRegistry {
  private readonly procedures = new Map<string, Procedure>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly contexts: ExternalContextCreator,
  ) {}

  find(name: string): Procedure | undefined {
    return this.procedures.get(name);
  }

  /** For names in the code: a name that no procedure has is a mistake there. */
  named(name: string): Procedure {
    const procedure = this.find(name);
    if (procedure === undefined) throw new Error(`No procedure is named ${name}`);
    return procedure;
  }

  all(): Procedure[] {
    return [...this.procedures.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Called once, when all providers exist. */
  collect(): void {
    // Guards apply to providers only; the same class under `controllers` would silently run without guards.
    for (const wrapper of this.discovery.getControllers()) {
      if (this.isRouter(wrapper.metatype))
        throw new Error(`${wrapper.name} must be registered under providers`);
    }
    for (const { instance, metatype, name } of this.discovery.getProviders()) {
      if (!this.isRouter(metatype)) continue;
      const declared = declaredMethods(Object.getPrototypeOf(instance) as object);
      if (declared.length === 0) throw new Error(`${name} declares no procedure`);
      for (const { method, declaration } of declared) this.add(instance as object, method, declaration);
    }
  }

  private isRouter(metatype: unknown): boolean {
    // nestjs-trpc marks its routers with a symbol that it does not export; its description is stable in the pinned version.
    return (
      typeof metatype === 'function' &&
      Reflect.getMetadataKeys(metatype).some((key) => String(key).toLowerCase().includes('router'))
    );
  }

  private add(instance: object, methodName: string, declaration: NamedDeclaration): void {
    const { name, scope, role } = declaration;
    if (this.procedures.has(name)) throw new Error(`Two procedures are named ${name}`);
    if (!scope || !role) throw new Error(`${name} must declare a scope and a role`);
    if (name.split('.').at(-1) !== methodName)
      throw new Error(`${name} must be a method named like its last word`);
    assertSecretsDeclared(declaration);
    const method = Reflect.get(instance, methodName) as Method;
    // Validation runs after the guards, so that callers without access do not learn the input's shape.
    const handler = (call: ProcedureCall) => {
      const input = validateInput(declaration.input, call.readInput());
      return call.perform(input, (context) => method.call(instance, context, input));
    };
    for (const key of Reflect.getMetadataKeys(method)) {
      Reflect.defineMetadata(key, Reflect.getMetadata(key, method), handler);
    }
    const invoke = this.contexts.create(
      instance as never,
      handler as (...args: unknown[]) => unknown,
      methodName,
      undefined,
      undefined,
      undefined,
      undefined,
      { guards: true, interceptors: false, filters: false },
    );
    const isWithinPlaces = PROCEDURES_WITHIN_PLACES.has(name);
    this.procedures.set(name, { ...declaration, isWithinPlaces, input: declaration.input, invoke });
  }
}

function assertSecretsDeclared({ name, kind, output, isCompressed, ...declared }: NamedDeclaration): void {
  const hasSecret = containsSecret(output);
  if (isCompressed === true && (kind !== 'query' || hasSecret))
    throw new Error(`${name} cannot be compressed: only queries whose output has no secret are`);
  if ((declared.hasSecretAnswer === true || declared.storedAnswer !== undefined) && !hasSecret)
    throw new Error(`${name} must mark the secret in its output with the schema secret`);
}
