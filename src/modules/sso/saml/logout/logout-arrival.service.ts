import { Injectable } from '@nestjs/common';
import { AppError } from '../../../../kernel/app-error';
import type { OrganizationId } from '../../../../kernel/ids';
import type { IncomingRequest } from '../../../../access/incoming-request';
import { NO_TRANSACTION } from '../../../../platform/database/database';
import { BrowserBinding } from '../../browser-binding';
import { SignOnAudit } from '../../sign-on-audit';
import { SignOnRefused } from '../../sign-on-refused';
import { LogoutMessages, type ReadLogout, type SentLogout } from './logout-messages';
import type { LogoutResponse } from './logout-message';
import { LogoutTrips } from './logout-trips';
import { LogoutsRepository } from './logouts.repository';
import { NamedSessionsEnd } from './named-sessions-end';

/** Takes up what an identity provider says of signing out; tells the audit log of what is refused. */
@Injectable()
export class LogoutArrivalService {
  constructor(
    private readonly messages: LogoutMessages,
    private readonly ends: NamedSessionsEnd,
    private readonly logouts: LogoutsRepository,
    private readonly browsers: BrowserBinding,
    private readonly trips: LogoutTrips,
    private readonly audit: SignOnAudit,
  ) {}

  /** Where the browser goes on; null where it stays. */
  async arrive(request: IncomingRequest, sent: SentLogout): Promise<string | null> {
    try {
      return await this.taken(request, await this.messages.read(request, sent));
    } catch (thrown) {
      if (thrown instanceof AppError) await this.audit.refused(request, 'saml', thrown, 'auth.signout');
      throw thrown;
    }
  }

  private async taken(request: IncomingRequest, read: ReadLogout): Promise<string | null> {
    const { tenant, connection, relayState } = read;
    if (read.kind === 'response') {
      await this.answered(request, tenant.organizationId, read.response);
      return '/';
    }
    await this.ends.end(request, tenant.organizationId, connection.entityId, read.request);
    return this.trips.answer(tenant, connection, { inResponseTo: read.request.id, relayState });
  }

  private async answered(
    request: IncomingRequest,
    organizationId: OrganizationId,
    { inResponseTo, isComplete }: LogoutResponse,
  ): Promise<void> {
    const browser = this.browsers.digest(request);
    const context = { ...NO_TRANSACTION, organizationId };
    if (browser === null || !(await this.logouts.take(context, inResponseTo, browser)))
      throw new SignOnRefused('request_unknown');
    if (!isComplete) throw new SignOnRefused('logout_incomplete');
  }
}
