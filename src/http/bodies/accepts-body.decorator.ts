import { applyDecorators, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { BodyGuard } from './body.guard';
import type { BodyKind } from './body-kind';
import type { HttpRouteConfig } from '../routes/http-route';

interface BodyLimits {
  /** Larger bodies are rejected before they are parsed. */
  maxBytes?: number;
}

/** Declares the one kind of body that a route accepts. Other kinds are rejected with UNSUPPORTED_MEDIA_TYPE. */
export const AcceptsBody = (kind: BodyKind, { maxBytes }: BodyLimits = {}): MethodDecorator => {
  const config: HttpRouteConfig = { acceptedBody: kind };
  if (maxBytes !== undefined) config.maxBodyBytes = maxBytes;
  return applyDecorators(RouteConfig(config), UseGuards(BodyGuard));
};
