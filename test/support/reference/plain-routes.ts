import 'reflect-metadata';
import { RequestMethod } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { HTTP_ROUTE, type HttpRoute } from '../../../src/http/routes/http-route';
import type { TestApp } from '../app';
import type { PlainRouteEntry } from './permission-table';

/** Every route that a controller declares, read from the framework's own metadata. */
export function plainRoutesOf({ nest }: TestApp): PlainRouteEntry[] {
  const scanner = new MetadataScanner();
  const controllers = nest.get(DiscoveryService, { strict: false }).getControllers();
  return controllers.flatMap(({ metatype, instance }) => {
    const prototype = Object.getPrototypeOf(instance) as Record<string, object>;
    return scanner.getAllMethodNames(prototype).flatMap((name) => {
      const method = prototype[name]!;
      const verb = Reflect.getMetadata('method', method) as RequestMethod | undefined;
      if (verb === undefined) return [];
      const route = Reflect.getMetadata(HTTP_ROUTE, method) as HttpRoute | undefined;
      return {
        method: RequestMethod[verb],
        path: pathOf(metatype as object, method),
        requirement: route?.requirement ?? null,
        ...(route?.caller === undefined ? {} : { caller: route.caller }),
        isCounted: route !== undefined,
      };
    });
  });
}

function pathOf(controller: object, method: object): string {
  const parts = [controller, method].map((of) => String(Reflect.getMetadata('path', of) ?? ''));
  return `/${parts
    .map((part) => part.replace(/^\/|\/$/g, ''))
    .filter((part) => part !== '')
    .join('/')}`;
}
