import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../../kernel/ids';
import { HttpConfig } from '../../../platform/config/http.config';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import { Job, type JobHandler } from '../../../platform/jobs/job.decorator';
import { Mailer } from '../../../platform/mail/mailer';
import type { ExportId } from '../archives.repository';
import { archiveNoticeMail } from './archive-notice.mail';

interface Payload {
  organizationId: OrganizationId;
  exportId: ExportId;
}

// Only to a member: the membership can have ended meanwhile.
const RECIPIENT = statement(
  'organization-exports.recipient',
  `select person.email, organization.slug, export.expires_at as "expiresAt", export.status = 'ready' as "isReady"
   from organization_exports export
   join organizations organization on organization.id = export.organization_id and organization.deleted_at is null
   join members member on member.organization_id = export.organization_id and member.user_id = export.created_by
     and member.status = 'active'
   join users person on person.id = member.user_id
   where export.organization_id = $1 and export.id = $2`,
);

/** Notifies the user who started an export that it has ended. */
@Job({ name: 'organizations.send-archive-notice' })
@Injectable()
export class SendArchiveNoticeJob implements JobHandler<Payload> {
  constructor(
    private readonly database: Database,
    private readonly mailer: Mailer,
    private readonly http: HttpConfig,
  ) {}

  async perform({ organizationId, exportId }: Payload): Promise<void> {
    const [recipient] = await this.database.query<{
      email: string;
      slug: string;
      expiresAt: Date | string;
      isReady: boolean;
    }>(NO_TRANSACTION, RECIPIENT, [organizationId, exportId]);
    if (recipient === undefined) return;
    const { email, slug, expiresAt, isReady } = recipient;
    await this.mailer.send(
      archiveNoticeMail({
        to: email,
        organizationUrl: this.http.baseUrlOf(slug),
        exportId,
        expiresAt: isReady ? new Date(expiresAt).toISOString() : null,
      }),
    );
  }
}
