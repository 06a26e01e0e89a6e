import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../../../access/principal';
import { NO_TRANSACTION } from '../../../../platform/database/database';
import type { SamlConnection } from '../../connections/connection';
import { KeyPairsService } from '../../keys/key-pairs.service';
import { newRequestId } from '../../sign-on/new-request-id';
import { ServiceProvidersService } from '../../connections/service-providers.service';
import { redirectAddress } from '../redirect-binding';
import { LogoutsRepository } from './logouts.repository';
import { logoutRequestXml, logoutResponseXml } from './logout-xml';
import type { SignedOnSession } from './signed-on-sessions.repository';

/** Signed redirect addresses for single logout. */
@Injectable()
export class LogoutFlowsService {
  constructor(
    private readonly logouts: LogoutsRepository,
    private readonly providers: ServiceProvidersService,
    private readonly keys: KeyPairsService,
  ) {}

  /** With a logout request for the provider's session. */
  async begin(
    { organizationId, slug }: Tenant,
    { sloUrl }: { sloUrl: string },
    { session, browserDigest }: { session: SignedOnSession; browserDigest: Buffer },
  ): Promise<string> {
    const context = { ...NO_TRANSACTION, organizationId };
    const key = await this.keys.findOrMake(context, 'signing');
    const id = newRequestId();
    await this.logouts.begin(context, id, browserDigest);
    const xml = logoutRequestXml(this.addressed(slug, sloUrl), id, session);
    return redirectAddress(sloUrl, { parameter: 'SAMLRequest', xml, relayState: null }, key);
  }

  /** With a response to the provider's logout request; null if the provider has no endpoint for it. */
  async answer(
    { organizationId, slug }: Tenant,
    { sloUrl, sloResponseUrl }: SamlConnection,
    { inResponseTo, relayState }: { inResponseTo: string; relayState: string | null },
  ): Promise<string | null> {
    const target = sloResponseUrl ?? sloUrl;
    if (target === null) return null;
    const key = await this.keys.findOrMake({ ...NO_TRANSACTION, organizationId }, 'signing');
    const xml = logoutResponseXml(this.addressed(slug, target), inResponseTo);
    return redirectAddress(target, { parameter: 'SAMLResponse', xml, relayState }, key);
  }

  private addressed(slug: string, destination: string) {
    return { entityId: this.providers.of(slug).entityId, destination };
  }
}
