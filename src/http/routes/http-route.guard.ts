import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { guardPlainCall } from '../../access/guarded-call';
import { assertNoDryRunHeader } from '../../access/dry-run-header';
import { ORGANIZATION_PARAMETER } from '../../access/download-urls';
import { type IncomingRequest, sessionCookieName } from '../../access/incoming-request';
import type { Requirement } from '../../access/requirement';
import { HttpConfig } from '../../platform/config/http.config';
import { RequestInOrganization } from '../pages/request-in-organization';
import { incomingRequest } from '../server/fastify-request';
import type { PlainCall } from './call.decorator';
import { HTTP_ROUTE, type HttpRoute } from './http-route';

/** Never read: a public route has no guard that uses it. */
const NO_REQUIREMENT: Requirement = { scope: 'read', role: 'person' };

/** A slug or an id, as in the header; any other value names no organization. */
const REFERENCE = /^[\w-]{1,63}$/;

/** First guard of an HTTP route: makes the request a call for the other guards. */
@Injectable()
export class HttpRouteGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly http: HttpConfig,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const raw = context.switchToHttp().getRequest<FastifyRequest>();
    const { requirement, auditedAs, isDownload, isPage, hasDryRuns } = this.reflector.get<HttpRoute>(
      HTTP_ROUTE,
      context.getHandler(),
    );
    const request = incomingRequest(raw, sessionCookieName(this.http.isSecure));
    const isMutation = raw.method !== 'GET' && raw.method !== 'HEAD';
    if (isMutation && hasDryRuns !== true) assertNoDryRunHeader(request);
    const call: PlainCall = {
      request: isDownload === true ? inNamedOrganization(request, raw.query) : request,
      requirement: requirement ?? NO_REQUIREMENT,
      isMutation,
      person: null,
      principal: null,
      isPage: isPage === true,
      ...(auditedAs === undefined ? {} : { audited: { name: auditedAs, input: null } }),
    };
    guardPlainCall(raw, call);
    return true;
  }
}

function inNamedOrganization(request: IncomingRequest, query: unknown): IncomingRequest {
  const named = (query as Record<string, unknown>)[ORGANIZATION_PARAMETER];
  if (typeof named !== 'string' || request.header('x-tenant-id') !== undefined) return request;
  return new RequestInOrganization(request, REFERENCE.test(named) ? named : '?');
}
