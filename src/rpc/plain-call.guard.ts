import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { guardPlainCall } from '../access/guarded-call';
import { sessionCookieName } from '../access/incoming-request';
import type { Requirement } from '../access/requirement';
import { HttpConfig } from '../platform/config/http.config';
import { incomingRequest } from './fastify-request';
import { PLAIN_ROUTE, type PlainRoute } from './plain-route';

/** What nobody reads: a public route has no guard that asks for it. */
const NO_REQUIREMENT: Requirement = { scope: 'read', role: 'person' };

/** First guard of a plain route: makes the request a call that the other guards understand. */
@Injectable()
export class PlainCallGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly http: HttpConfig,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const raw = context.switchToHttp().getRequest<FastifyRequest>();
    const { requirement, auditedAs } = this.reflector.get<PlainRoute>(PLAIN_ROUTE, context.getHandler());
    guardPlainCall(raw, {
      request: incomingRequest(raw, sessionCookieName(this.http.isSecure)),
      requirement: requirement ?? NO_REQUIREMENT,
      isMutation: raw.method !== 'GET' && raw.method !== 'HEAD',
      person: null,
      principal: null,
      ...(auditedAs === undefined ? {} : { audited: { name: auditedAs, input: null } }),
    });
    return true;
  }
}
