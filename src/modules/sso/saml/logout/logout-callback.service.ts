import { Injectable } from '@nestjs/common';
import { AppError } from '../../../../kernel/app-error';
import type { OrganizationId } from '../../../../kernel/ids';
import type { IncomingRequest } from '../../../../access/incoming-request';
import { NO_TRANSACTION } from '../../../../platform/database/database';
import { SsoFlowCookieService } from '../../sign-on/sso-flow-cookie.service';
import { SignOnAuditService } from '../../sign-on/sign-on-audit.service';
import { SignOnRejected } from '../../sign-on/sign-on-rejected';
import { LogoutMessagesService, type ReadLogout, type SentLogout } from './logout-messages.service';
import type { LogoutResponse } from './logout-message';
import { LogoutFlowsService } from './logout-flows.service';
import { LogoutsRepository } from './logouts.repository';
import { RevokeNamedSessionsService } from './revoke-named-sessions.service';

/** Handles logout messages of an identity provider and records rejections in the audit log. */
@Injectable()
export class LogoutCallbackService {
  constructor(
    private readonly messages: LogoutMessagesService,
    private readonly ends: RevokeNamedSessionsService,
    private readonly logouts: LogoutsRepository,
    private readonly browsers: SsoFlowCookieService,
    private readonly flows: LogoutFlowsService,
    private readonly audit: SignOnAuditService,
  ) {}

  /** Where the browser is redirected; null if it stays. */
  async complete(request: IncomingRequest, sent: SentLogout): Promise<string | null> {
    try {
      return await this.taken(request, await this.messages.read(request, sent));
    } catch (thrown) {
      if (thrown instanceof AppError) await this.audit.rejected(request, 'saml', thrown, 'auth.signout');
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
    return this.flows.answer(tenant, connection, { inResponseTo: read.request.id, relayState });
  }

  private async answered(
    request: IncomingRequest,
    organizationId: OrganizationId,
    { inResponseTo, isComplete }: LogoutResponse,
  ): Promise<void> {
    const browser = this.browsers.digest(request);
    const context = { ...NO_TRANSACTION, organizationId };
    if (browser === null || !(await this.logouts.take(context, inResponseTo, browser)))
      throw new SignOnRejected('request_unknown');
    if (!isComplete) throw new SignOnRejected('logout_incomplete');
  }
}
