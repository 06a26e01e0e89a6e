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

/** Enough time to sign in at a provider. */
const LIFETIME_SECONDS = 600;

export interface LoginFlow {
  readonly checks: OpenIdChecks;
  readonly continueTo: string;
}

/**
 * Binds a login flow to the browser that started it: a sealed cookie contains the expected values, and each flow
 * completes at most once. Only completed flows are stored in the database; a flow that is only started is not.
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

  /** Returns the `Set-Cookie` header. One flow per browser: a new flow replaces the previous one. */
  begin<T extends LoginFlow>(name: string, flow: T): string {
    return this.cookie(name).seal(flow);
  }

  /** Completes the flow of this browser, once. `isIt` checks that the response belongs to the flow. */
  async end<T extends LoginFlow>(
    name: string,
    request: IncomingRequest,
    query: string,
    isIt: (flow: T) => boolean,
  ): Promise<T> {
    const flow = this.cookie(name).open<T>(request);
    const states = new URLSearchParams(query).getAll('state');
    if (flow === null || states.length !== 1 || !isSameSecret(states[0]!, flow.checks.state) || !isIt(flow))
      throw new InvalidLoginFlow('state_mismatch');
    const forgetAt = new Date(clock.nowMs() + LIFETIME_SECONDS * 2_000);
    if (!(await this.used.add(NO_TRANSACTION, sha256(flow.checks.state), forgetAt)))
      throw new InvalidLoginFlow('state_used');
    return flow;
  }

  cleared(name: string): string {
    return this.cookie(name).cleared();
  }

  private cookie(name: string): FlowCookie {
    return this.cookies.declare({ name, maxAgeSeconds: LIFETIME_SECONDS });
  }
}
