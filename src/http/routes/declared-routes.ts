import 'reflect-metadata';
import { RequestMethod, type Type } from '@nestjs/common';
import { MetadataScanner } from '@nestjs/core';
import type { Requirement } from '../../access/requirement';
import { HTTP_ROUTE, type HttpRoute } from './http-route';

/** A route as its controller declares it. */
export interface DeclaredRoute {
  method: string;
  /** With parameters as `:name`. */
  path: string;
  /** Null for a route that needs no credential of a user. */
  requirement: Requirement | null;
  /** Who can call the route, if the callers are neither the public nor users. */
  caller?: string;
  /** Whether its calls count against a rate limit. */
  isCounted: boolean;
}

/** The routes of controllers, read from the framework's own metadata. */
export function declaredRoutes(controllers: readonly Type[]): DeclaredRoute[] {
  return controllers.flatMap(routesOf);
}

function routesOf(controller: Type): DeclaredRoute[] {
  const prototype = controller.prototype as Record<string, object>;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
    const method = prototype[name]!;
    const verb = Reflect.getMetadata('method', method) as RequestMethod | undefined;
    if (verb === undefined) return [];
    const route = Reflect.getMetadata(HTTP_ROUTE, method) as HttpRoute | undefined;
    return {
      method: RequestMethod[verb],
      path: pathOf(controller, method),
      requirement: route?.requirement ?? null,
      ...(route?.caller === undefined ? {} : { caller: route.caller }),
      isCounted: route !== undefined,
    };
  });
}

function pathOf(controller: object, method: object): string {
  const parts = [controller, method].map((of) => String(Reflect.getMetadata('path', of) ?? ''));
  return `/${parts
    .map((part) => part.replace(/^\/|\/$/g, ''))
    .filter((part) => part !== '')
    .join('/')}`;
}
