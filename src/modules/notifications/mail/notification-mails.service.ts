import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { HttpConfig } from '../../../platform/config/http.config';
import { Mailer } from '../../../platform/mail/mailer';
import { AudienceReadModel } from '../../hierarchy';
import { presentNotification } from '../notifications.presenter';
import { UnsubscribeLinksService } from '../unsubscribe/unsubscribe-links.service';
import { digestMail, notificationMail } from './notification.mail';
import { NotificationMailsRepository, type WaitingMail } from './notification-mails.repository';

/** Sends what waits, to users who see it at this time and still want it. */
@Injectable()
export class NotificationMailsService {
  constructor(
    private readonly mails: NotificationMailsRepository,
    private readonly audience: AudienceReadModel,
    private readonly links: UnsubscribeLinksService,
    private readonly mailer: Mailer,
    private readonly http: HttpConfig,
  ) {}

  /**
   * Sends one mail about notifications of one user. They wait until the mail server has accepted it: a worker that dies in
   * between sends it again, with the same id.
   */
  async send(context: TenantContext, userId: UserId, waiting: readonly WaitingMail[]): Promise<void> {
    if (waiting.length === 0) return;
    const shown = await this.shown(context, waiting);
    const [first] = shown;
    if (first !== undefined) {
      const { email: to, organizationName, organizationSlug, boardName } = first;
      const notifications = shown.map((record) =>
        presentNotification(record, this.http.baseUrlOf(organizationSlug)),
      );
      const kinds = [...new Set(shown.map(({ kind }) => kind))];
      const unsubscribe = this.links.linkTo({ organizationId: context.organizationId, userId, kinds });
      const envelope = { to, organizationName, unsubscribe };
      await this.mailer.send(
        notifications.length === 1
          ? notificationMail(envelope, notifications[0]!)
          : digestMail(envelope, notifications, boardName ?? organizationName),
      );
    }
    await this.mails.remove(
      context,
      userId,
      waiting.map(({ id }) => id),
    );
  }

  private async shown(context: TenantContext, waiting: readonly WaitingMail[]): Promise<WaitingMail[]> {
    const wanted = waiting.filter(({ isWanted }) => isWanted);
    const { organizationId } = context;
    return this.audience.seeing(
      context,
      wanted.map((mail) => ({ ...mail, organizationId })),
    );
  }
}
