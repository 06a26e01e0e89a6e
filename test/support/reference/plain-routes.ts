import type { Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { type DeclaredRoute, declaredRoutes } from '../../../src/http/routes/declared-routes';
import type { TestApp } from '../app';

/** Every route that a controller of the application declares. */
export function plainRoutesOf({ nest }: TestApp): DeclaredRoute[] {
  const controllers = nest.get(DiscoveryService, { strict: false }).getControllers();
  return declaredRoutes(controllers.map(({ metatype }) => metatype as Type));
}
