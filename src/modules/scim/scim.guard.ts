import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { NotAuthenticated } from '../../access/access-errors';
import { guardedCall } from '../../access/guarded-call';
import type { IncomingRequest } from '../../access/incoming-request';
import { TenantDirectory } from '../../access/ports';
import { RateLimits } from '../../access/rate-limits';
import { TenantFinder } from '../../access/tenant-finder';
import { requireDirectoryPlan } from './directory-plan';
import { keepScimClient } from './scim-client';
import { isScimTokenSecret, scimTokenDigest } from './tokens/scim-token-secret';
import { ScimTokenLastUsedRecorder } from './tokens/scim-token-last-used.recorder';
import { ScimTokensRepository } from './tokens/scim-tokens.repository';

const BEARER = /^Bearer +(\S+) *$/i;

/** Authenticates directories with their SCIM token and counts their requests. */
@Injectable()
export class ScimGuard implements CanActivate {
  constructor(
    private readonly tokens: ScimTokensRepository,
    private readonly tenants: TenantFinder,
    private readonly directory: TenantDirectory,
    private readonly limits: RateLimits,
    private readonly use: ScimTokenLastUsedRecorder,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { request } = guardedCall(context);
    const token = await this.token(request);
    if (token === null) {
      await this.limits.anonymous(request.rate, request.ip);
      throw new NotAuthenticated('Send a valid SCIM token of this organization as Authorization: Bearer');
    }
    await this.limits.directory(request.rate, token.id);
    requireDirectoryPlan(token.tenant.plan);
    this.use.note(token.organizationId, token.id);
    const { organizationId, slug } = token.tenant;
    keepScimClient(request, { tokenId: token.id, organizationId, slug, reach: token.reach });
    return true;
  }

  /** The token is read on every request, so that a revoked token is rejected immediately. */
  private async token(request: IncomingRequest) {
    const secret = BEARER.exec(request.header('authorization') ?? '')?.[1];
    if (secret === undefined || !isScimTokenSecret(secret)) return null;
    const token = await this.tokens.findBySecret(scimTokenDigest(secret));
    if (token === null || (token.expiresAt !== null && Date.parse(token.expiresAt) <= clock.nowMs()))
      return null;
    const named = await this.tenants.named(request);
    if (named.kind === 'unknown') return null;
    if (named.kind === 'tenant' && named.tenant.organizationId !== token.organizationId) return null;
    const tenant = await this.directory.byId(token.organizationId);
    return tenant === null ? null : { ...token, tenant };
  }
}
