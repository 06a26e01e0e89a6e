import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import { HttpConfig } from '../../../platform/config/http.config';
import { NO_TRANSACTION } from '../../../platform/database/database';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { Job, type JobHandler } from '../../../platform/jobs/job.decorator';
import { type Mail, Mailer } from '../../../platform/mail/mailer';
import { certificateFacts } from '../connections/certificate';
import { ConnectionsRepository } from '../connections/connections.repository';
import { AdministratorsReadModel } from '../../hierarchy';
import { breakGlassMail, certificateMail, type Notice } from './notice';

interface Payload {
  organizationId: OrganizationId;
  userId: UserId;
  notice: Notice;
}

/** Mails a notice to one administrator of an organization. */
@Job({ name: 'sso.send-notice', sendsMail: true })
@Injectable()
export class SendNoticeJob implements JobHandler<Payload> {
  constructor(
    private readonly administrators: AdministratorsReadModel,
    private readonly connections: ConnectionsRepository,
    private readonly mailer: Mailer,
    private readonly http: HttpConfig,
  ) {}

  async perform({ organizationId, userId, notice }: Payload): Promise<void> {
    const context = { ...NO_TRANSACTION, organizationId };
    const administrator = await this.administrators.find(context, userId);
    if (administrator === null) return;
    const { email, slug } = administrator;
    const mail = await this.mailOf(context, notice, email, this.http.baseUrlOf(slug));
    if (mail !== null) await this.mailer.send(mail);
  }

  /** Null if the notice is obsolete. */
  private async mailOf(
    context: TenantContext,
    notice: Notice,
    to: string,
    url: string,
  ): Promise<Mail | null> {
    if (notice.kind === 'break-glass') return breakGlassMail(to, url, notice);
    const connection = await this.connections.find(context);
    const facts = (connection?.certificates ?? []).map(certificateFacts);
    const meant = facts.find(({ fingerprint }) => fingerprint === notice.fingerprint);
    return meant === undefined ? null : certificateMail(to, url, meant);
  }
}
