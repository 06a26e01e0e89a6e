import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { SecretBox } from '../../../platform/crypto/secret-box';

/** How long the link of a confirmation mail works. */
export const CONFIRMATION_LIFETIME_DAYS = 7;

/** The account and the address that a link was mailed for. */
export interface EmailToConfirm {
  readonly userId: UserId;
  readonly emailKey: string;
}

const PURPOSE = 'email-confirmation';

/**
 * The token in the link of a confirmation mail: sealed, so that the database keeps nothing of it. Using it again changes
 * nothing, because an address is confirmed once.
 */
@Injectable()
export class EmailConfirmationTokensService {
  constructor(private readonly box: SecretBox) {}

  create({ userId, emailKey }: EmailToConfirm): string {
    return this.box.sealFor(CONFIRMATION_LIFETIME_DAYS * 86_400_000, { userId, emailKey }, PURPOSE);
  }

  /** Null for a token that has expired or that this installation did not create. */
  read(token: string): EmailToConfirm | null {
    return this.box.openCurrent(token, PURPOSE);
  }
}
