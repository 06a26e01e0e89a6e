import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import { clock } from '../../../kernel/clock';
import type { UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { Expires, removalOf } from '../../../platform/schedule/expires.decorator';
import { SignOnRequestEntity } from './sign-on-request.entity';

/** The time that a user has to sign in at the identity provider. */
export const SIGN_ON_MINUTES = 10;

// The link of a test works only in the browser that opens it first.
const OPEN_TEST = statement(
  'sso.open-test',
  `update sso_requests set browser_digest = $3
   where organization_id = $1 and id = $2 and tester_id is not null and expires_at > $4
     and (browser_digest is null or browser_digest = $3)
   returning id`,
);

// The request is consumed by deleting it: of several concurrent responses, only one succeeds.
const TAKE = statement(
  'sso.take-request',
  `delete from sso_requests
   where organization_id = $1 and id = $2 and browser_digest = $3 and expires_at > $4
   returning tester_id as "testerId"`,
);

export interface SignOnRequest {
  /** The administrator who runs the test; null for a sign-in. */
  testerId: UserId | null;
}

/** Pending authorization requests at identity providers. */
@Expires({ kind: 'sign-on requests', removal: removalOf('sso_requests') })
@Injectable()
export class SignOnRequestsRepository {
  constructor(private readonly database: Database) {}

  async begin(
    context: TenantContext,
    request: { id: string; browserDigest: Buffer | null; testerId: UserId | null },
  ): Promise<Date> {
    const expiresAt = new Date(clock.nowMs() + SIGN_ON_MINUTES * 60_000);
    const { organizationId } = context;
    await this.database
      .repository(context, SignOnRequestEntity)
      .insert({ ...request, organizationId, expiresAt });
    return expiresAt;
  }

  /** False if there is no such test for this browser. */
  async openTest(context: TenantContext, id: string, browserDigest: Buffer): Promise<boolean> {
    const values = [context.organizationId, id, browserDigest, clock.now()];
    return (await this.database.query(context, OPEN_TEST, values)).length > 0;
  }

  /** Succeeds once. Null if this browser did not start the request, or if the request has expired or was used. */
  async take(context: TenantContext, id: string, browserDigest: Buffer): Promise<SignOnRequest | null> {
    const values = [context.organizationId, id, browserDigest, clock.now()];
    const [row] = await this.database.query<SignOnRequest>(context, TAKE, values);
    return row ?? null;
  }

  isOpen(context: TenantContext, id: string): Promise<boolean> {
    const { organizationId } = context;
    return this.database
      .repository(context, SignOnRequestEntity)
      .existsBy({ organizationId, id, expiresAt: MoreThan(clock.now()) });
  }
}
