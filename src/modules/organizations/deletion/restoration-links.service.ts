import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../../kernel/ids';
import { SecretBox } from '../../../platform/crypto/secret-box';
import { RESTORATION_DAYS } from './restoration-period';

/** A deletion that can be reverted. */
export interface RevertibleDeletion {
  readonly organizationId: OrganizationId;
  /** The slug before the deletion: the row no longer has it. */
  readonly slug: string;
  /** ISO 8601; distinguishes this deletion from a later one. */
  readonly deletedAt: string;
}

const PURPOSE = 'organization-restoration';

/** The tokens of the links that restore deleted organizations: sealed, so that the database keeps nothing of them. */
@Injectable()
export class RestorationLinksService {
  constructor(private readonly box: SecretBox) {}

  create({ organizationId, slug, deletedAt }: RevertibleDeletion): string {
    return this.box.sealFor(RESTORATION_DAYS * 86_400_000, { organizationId, slug, deletedAt }, PURPOSE);
  }

  /** Null for a token that has expired or that this installation did not create. */
  read(token: string): RevertibleDeletion | null {
    return this.box.openCurrent(token, PURPOSE);
  }
}
