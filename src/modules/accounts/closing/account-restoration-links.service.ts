import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../../platform/crypto/secret-box';
import type { ClosedAccount } from './closed-accounts.repository';
import { RESTORATION_MS } from './restoration-period';

const PURPOSE = 'account-restoration';

/** The tokens of the links that restore deleted accounts: sealed, because they contain the name and the address. */
@Injectable()
export class AccountRestorationLinksService {
  constructor(private readonly box: SecretBox) {}

  create({ userId, email, name, deletedAt }: ClosedAccount): string {
    return this.box.sealFor(RESTORATION_MS, { userId, email, name, deletedAt }, PURPOSE);
  }

  /** Null for a token that has expired or that this installation did not create. */
  read(token: string): ClosedAccount | null {
    return this.box.openCurrent(token, PURPOSE);
  }
}
