import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { FlowCookie } from '../../../access/flow-cookie';
import { FlowCookies } from '../../../access/flow-cookies';
import type { IncomingRequest } from '../../../access/incoming-request';
import { isSameSecret } from '../../../platform/crypto/constant-time';
import { sha256 } from '../../../platform/crypto/digest';
import { randomSecret } from '../../../platform/crypto/random';
import { NO_TRANSACTION } from '../../../platform/database/database';
import type { OpenIdChecks } from '../../../platform/openid/open-id-client';
import { InvalidLoginFlow } from '../identity-providers.errors';
import { UsedLoginFlowsRepository } from './used-login-flows.repository';

/** As long as someone may take to sign in at a provider. */
const LIFETIME_SECONDS = 600;

export interface LoginFlow {
  readonly checks: OpenIdChecks;
  readonly continueTo: string;
}

/**
 * Ties a way through a provider to the browser that began it: what must come back lies in a sealed cookie, and counts
 * once. Only what came back is written down; a flow that is only started leaves nothing in the database.
 */
@Injectable()
export class LoginFlowsService {
  constructor(
    private readonly cookies: FlowCookies,
    private readonly used: UsedLoginFlowsRepository,
  ) {}

  /** 256 random bits. */
  newState(): string {
    return randomSecret();
  }

  /** Returns the `Set-Cookie` header. One at a time: the last one that was begun in a browser counts. */
  begin<T extends LoginFlow>(name: string, trip: T): string {
    return this.cookie(name).seal(trip);
  }

  /** The trip that this browser began and comes back from, once. `isIt`: whether it went where it comes from. */
  async end<T extends LoginFlow>(
    name: string,
    request: IncomingRequest,
    query: string,
    isIt: (trip: T) => boolean,
  ): Promise<T> {
    const trip = this.cookie(name).open<T>(request);
    const states = new URLSearchParams(query).getAll('state');
    if (trip === null || states.length !== 1 || !isSameSecret(states[0]!, trip.checks.state) || !isIt(trip))
      throw new InvalidLoginFlow('state_mismatch');
    const forgetAt = new Date(clock.nowMs() + LIFETIME_SECONDS * 2_000);
    if (!(await this.used.add(NO_TRANSACTION, sha256(trip.checks.state), forgetAt)))
      throw new InvalidLoginFlow('state_used');
    return trip;
  }

  cleared(name: string): string {
    return this.cookie(name).cleared();
  }

  private cookie(name: string): FlowCookie {
    return this.cookies.declare({ name, maxAgeSeconds: LIFETIME_SECONDS });
  }
}
