import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import { SecretBox } from '../../../platform/crypto/secret-box';

/** How long the previous owner can revert a transfer. */
export const REVERSAL_DAYS = 7;

/** A transfer that its previous owner can revert. */
export interface RevertibleTransfer {
  readonly organizationId: OrganizationId;
  readonly previousOwnerId: UserId;
}

const PURPOSE = 'ownership-reversal';

/** The tokens of the links that revert transfers of ownership: sealed, so that the database keeps nothing of them. */
@Injectable()
export class OwnershipReversalLinksService {
  constructor(private readonly box: SecretBox) {}

  create({ organizationId, previousOwnerId }: RevertibleTransfer): string {
    return this.box.sealFor(REVERSAL_DAYS * 86_400_000, { organizationId, previousOwnerId }, PURPOSE);
  }

  /** Null for a token that has expired or that this installation did not create. */
  read(token: string): RevertibleTransfer | null {
    return this.box.openCurrent(token, PURPOSE);
  }
}
