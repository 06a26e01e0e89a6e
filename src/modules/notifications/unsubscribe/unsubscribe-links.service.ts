import { Injectable } from '@nestjs/common';
import { idPattern, type OrganizationId, type UserId } from '../../../kernel/ids';
import { AppSecret } from '../../../platform/config/app-secret';
import { HttpConfig } from '../../../platform/config/http.config';
import { isSameSecret } from '../../../platform/crypto/constant-time';
import { hmacSha256 } from '../../../platform/crypto/digest';
import { NOTIFICATION_KINDS, type NotificationKind } from '../notification-kinds';

/** The mails that a link turns off. */
export interface Unsubscription {
  organizationId: OrganizationId;
  userId: UserId;
  kinds: readonly NotificationKind[];
}

const SEPARATOR = '.';
const ORGANIZATION_ID = idPattern('organization');
const USER_ID = idPattern('user');

/**
 * Links that turn off mails without signing in (RFC 8058). The signature binds a link to one user, organization and set of
 * kinds. Links do not expire: a mail must be able to turn off its successors for as long as it exists.
 */
@Injectable()
export class UnsubscribeLinksService {
  private readonly keys: readonly { readonly bytes: Uint8Array }[];

  constructor(
    secret: AppSecret,
    private readonly http: HttpConfig,
  ) {
    this.keys = secret.keysFor('unsubscribe links');
  }

  linkTo({ organizationId, userId, kinds }: Unsubscription): string {
    const content = [organizationId, userId, kinds.join('-')].join(SEPARATOR);
    const token = [content, this.signatures(content)[0]!.toString('base64url')].join(SEPARATOR);
    // The configured address, never the request's Host, which the requester controls.
    return `${this.http.publicUrl}/unsubscribe?token=${token}`;
  }

  /** Null for a token that this installation did not create. */
  read(token: string): Unsubscription | null {
    const [organizationId = '', userId = '', list = '', signature = '', ...rest] = token.split(SEPARATOR);
    const content = [organizationId, userId, list].join(SEPARATOR);
    const given = Buffer.from(signature, 'base64url');
    const isOurs = this.signatures(content).some((expected) => isSameSecret(given, expected));
    if (!isOurs || rest.length > 0 || !ORGANIZATION_ID.test(organizationId) || !USER_ID.test(userId))
      return null;
    const kinds = NOTIFICATION_KINDS.filter((kind) => list.split('-').includes(kind));
    return { organizationId: organizationId as OrganizationId, userId: userId as UserId, kinds };
  }

  private signatures(content: string): Buffer[] {
    return this.keys.map(({ bytes }) => hmacSha256(bytes, content));
  }
}
