import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { HttpConfig } from '../../../platform/config/http.config';
import { Mailer } from '../../../platform/mail/mailer';
import { AudienceReadModel } from '../../hierarchy';
import type { NotificationKind } from '../notification-kinds';
import { presentNotification } from '../notifications.presenter';
import type { NotificationOutput } from '../notifications.schemas';
import { UnsubscribeLinksService } from '../unsubscribe/unsubscribe-links.service';
import { DIGEST_SHOWN, digestMail, type Envelope, notificationMail } from './notification.mail';
import {
  type DigestOf,
  NotificationMailsRepository,
  type WaitingMail,
} from './notification-mails.repository';

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
   * Sends the mail about one notification. It waits until the mail server has accepted the mail: a worker that dies in between
   * sends it again, with the same id.
   */
  async send(context: TenantContext, mail: WaitingMail): Promise<void> {
    const [shown] = await this.shown(context, [mail]);
    if (shown !== undefined)
      await this.mailer.send(
        notificationMail(this.envelope(context, shown, [shown.kind]), this.present(shown)),
      );
    await this.mails.remove(context, mail.userId, [mail.id]);
  }

  /** Sends one mail about all notifications of a user and a board that wait for it, of which it shows the oldest. */
  async sendDigest(context: TenantContext, digest: DigestOf): Promise<void> {
    const sent: WaitingMail['id'][] = [];
    const kinds = new Set<NotificationKind>();
    let first: WaitingMail[] = [];
    let count = 0;
    for (let last = ''; ;) {
      const waiting = await this.mails.digest(context, digest, last);
      if (waiting.length === 0) break;
      sent.push(...waiting.map(({ id }) => id));
      last = sent.at(-1)!;
      const shown = await this.shown(context, waiting);
      for (const { kind } of shown) kinds.add(kind);
      first = [...first, ...shown].slice(0, DIGEST_SHOWN);
      count += shown.length;
    }
    const [one] = first;
    if (one !== undefined) {
      const envelope = this.envelope(context, one, [...kinds]);
      const shown = first.map((each) => this.present(each));
      const boardName = one.boardName ?? one.organizationName;
      await this.mailer.send(
        count === 1
          ? notificationMail(envelope, shown[0]!)
          : digestMail(envelope, { shown, count, lastId: sent.at(-1)!, boardName }),
      );
    }
    await this.mails.remove(context, digest.userId, sent);
  }

  private envelope(
    { organizationId }: TenantContext,
    { email: to, userId, organizationName }: WaitingMail,
    kinds: readonly NotificationKind[],
  ): Envelope {
    return { to, organizationName, unsubscribe: this.links.linkTo({ organizationId, userId, kinds }) };
  }

  private present(mail: WaitingMail): NotificationOutput {
    return presentNotification(mail, this.http.baseUrlOf(mail.organizationSlug));
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
