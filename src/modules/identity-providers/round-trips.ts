import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { IncomingRequest } from '../../access/incoming-request';
import { NO_TRANSACTION } from '../../platform/database/database';
import type { OpenIdChecks } from '../../platform/openid/open-id-client';
import { RoundTripRefused } from './identity-providers.errors';
import { SealedCookies } from './sealed-cookies';
import { UsedRoundTripsRepository } from './used-round-trips.repository';

/** As long as somebody may take to sign in at a provider. */
const LIFETIME_SECONDS = 600;

export interface RoundTrip {
  readonly checks: OpenIdChecks;
  readonly continueTo: string;
}

/**
 * Ties a way through a provider to the browser that began it: what must come back lies in a sealed cookie, and counts
 * once. Only what came back is written down; whoever merely begins leaves nothing in the database.
 */
@Injectable()
export class RoundTrips {
  constructor(
    private readonly cookies: SealedCookies,
    private readonly used: UsedRoundTripsRepository,
  ) {}

  /** 256 random bits. */
  newState(): string {
    return randomBytes(32).toString('base64url');
  }

  /** Answers the `Set-Cookie` header. One at a time: the last one that was begun in a browser counts. */
  begin<T extends RoundTrip>(name: string, trip: T): string {
    return this.cookies.leadingOn(name, trip, LIFETIME_SECONDS);
  }

  /** The trip that this browser began and comes back from, once. `isIt`: whether it went where it comes from. */
  async end<T extends RoundTrip>(
    name: string,
    request: IncomingRequest,
    query: string,
    isIt: (trip: T) => boolean,
  ): Promise<T> {
    const trip = this.cookies.read<T>(request, name);
    const states = new URLSearchParams(query).getAll('state');
    if (trip === null || states.length !== 1 || !isSame(states[0]!, trip.checks.state) || !isIt(trip))
      throw new RoundTripRefused('state_mismatch');
    const forgetAt = new Date(clock.nowMs() + LIFETIME_SECONDS * 2_000);
    if (!(await this.used.add(NO_TRANSACTION, digestOf(trip.checks.state), forgetAt)))
      throw new RoundTripRefused('state_used');
    return trip;
  }

  cleared(name: string): string {
    return this.cookies.cleared(name);
  }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(expected));
}
