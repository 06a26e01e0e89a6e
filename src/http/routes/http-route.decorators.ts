import { applyDecorators, type CanActivate, SetMetadata, type Type, UseGuards } from '@nestjs/common';
import { GUARDS_IN_ORDER } from '../../access/guards/guards-in-order';
import type { Requirement } from '../../access/requirement';
import { AcceptsBody } from '../bodies/accepts-body.decorator';
import type { JsonMediaType } from '../bodies/body-kind';
import { HttpRouteGuard } from './http-route.guard';
import { HTTP_BODY_MAX_BYTES, HTTP_ROUTE, type HttpRoute } from './http-route';
import { PublicRouteGuard } from './public-route.guard';

const SMALL = { maxBytes: HTTP_BODY_MAX_BYTES };

interface PublicRouteOptions extends Pick<HttpRoute, 'addressLimit'> {
  /** `multipart`: as for AuthenticatedRoute. `unparsed`: the method gets the bytes. */
  accepts?: 'json' | 'form' | 'multipart' | 'unparsed';
  /** For a route whose bodies can be larger than what users fill in on a page of the service. */
  maxBytes?: number;
}

/** A public HTTP route. Each call counts against the caller's address. */
export const PublicRoute = ({
  accepts = 'json',
  maxBytes = HTTP_BODY_MAX_BYTES,
  ...options
}: PublicRouteOptions = {}): MethodDecorator =>
  applyDecorators(
    SetMetadata(HTTP_ROUTE, { ...options, requirement: null } satisfies HttpRoute),
    UseGuards(HttpRouteGuard, PublicRouteGuard),
    AcceptsBody(accepts, accepts === 'multipart' ? {} : { maxBytes }),
  );

interface CallerRouteOptions extends Pick<HttpRoute, 'auditedAs' | 'isDownload'> {
  /**
   * The method reads the form with the file (`@Upload()`), so that nothing is stored for a caller whom the guards reject.
   * The method limits its size.
   */
  accepts?: 'json' | 'multipart';
}

/** An HTTP route for members of an organization, with the guards of procedures in the same order. */
export const AuthenticatedRoute = (
  requirement: Requirement,
  { accepts = 'json', ...options }: CallerRouteOptions = {},
): MethodDecorator =>
  applyDecorators(
    SetMetadata(HTTP_ROUTE, { ...options, requirement } satisfies HttpRoute),
    UseGuards(HttpRouteGuard, ...GUARDS_IN_ORDER),
    AcceptsBody(accepts, accepts === 'json' ? SMALL : {}),
  );

interface ClientRouteOptions extends Required<Pick<HttpRoute, 'caller'>>, Pick<HttpRoute, 'hasDryRuns'> {
  /** Authenticates the client and counts its calls before the body is read. */
  guard: Type<CanActivate>;
  accepts: 'json' | JsonMediaType;
  maxBytes: number;
}

/** An HTTP route for the clients of a protocol, which have their own credentials. */
export const ClientRoute = ({ guard, accepts, maxBytes, ...options }: ClientRouteOptions): MethodDecorator =>
  applyDecorators(
    SetMetadata(HTTP_ROUTE, { ...options, requirement: null } satisfies HttpRoute),
    UseGuards(HttpRouteGuard, guard),
    AcceptsBody(accepts, { maxBytes }),
  );
