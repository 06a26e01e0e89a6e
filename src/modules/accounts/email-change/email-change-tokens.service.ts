import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { SecretBox } from '../../../platform/crypto/secret-box';

/** How long the link to the new address works. */
export const CHANGE_LIFETIME_HOURS = 24;
/** How long the link to the previous address restores it. */
export const REVERSAL_LIFETIME_DAYS = 7;

const HOUR_MS = 3_600_000;

/** An account, the key of the address it has, and the address that it gets. */
export interface EmailChange {
  readonly userId: UserId;
  readonly fromKey: string;
  readonly to: string;
}

/** Mails to which of the two addresses contain the token. */
export type ChangeDirection = 'change' | 'reversal';

const LIFETIME_MS: Readonly<Record<ChangeDirection, number>> = {
  change: CHANGE_LIFETIME_HOURS * HOUR_MS,
  reversal: REVERSAL_LIFETIME_DAYS * 24 * HOUR_MS,
};

/**
 * The tokens in the links of address changes: sealed, so that the database keeps nothing of them. A token stops working when
 * the account no longer has the address that it changes.
 */
@Injectable()
export class EmailChangeTokensService {
  constructor(private readonly box: SecretBox) {}

  create(direction: ChangeDirection, { userId, fromKey, to }: EmailChange): string {
    return this.box.sealFor(LIFETIME_MS[direction], { userId, fromKey, to }, purposeOf(direction));
  }

  /** Null for a token that has expired or that this installation did not create. */
  read(direction: ChangeDirection, token: string): EmailChange | null {
    return this.box.openCurrent(token, purposeOf(direction));
  }
}

function purposeOf(direction: ChangeDirection): string {
  return `email-${direction}`;
}
