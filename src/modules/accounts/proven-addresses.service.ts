import { Injectable } from '@nestjs/common';
import type { UserId } from '../../kernel/ids';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { AccountNotices } from './account-notices';
import { PasswordAccess } from './password-access';
import { UsersRepository } from './users.repository';

/** Gives accounts to whoever proves that their address is theirs. */
@Injectable()
export class ProvenAddresses {
  constructor(
    private readonly users: UsersRepository,
    private readonly access: PasswordAccess,
    private readonly notices: AccountNotices,
  ) {}

  /** Of an account that a proof of its address has opened. */
  async confirm(tx: InTransaction<DatabaseContext>, userId: UserId): Promise<void> {
    await this.users.confirmEmail(tx, userId, { dropsPassword: false });
  }

  /** Of an account that was there, and that a sign-in provider is joined to. */
  async takeOver(tx: InTransaction<DatabaseContext>, userId: UserId): Promise<void> {
    if (!(await this.endUnproved(tx, userId))) await this.notices.send(tx, userId, 'provider-joined');
  }

  /**
   * If nobody has proved the address before, whoever opened the account may have done so in wait for its owner: their
   * password, sessions, applications and tokens end here. False when somebody has.
   */
  async endUnproved(tx: InTransaction<DatabaseContext>, userId: UserId): Promise<boolean> {
    if (!(await this.users.confirmEmail(tx, userId, { dropsPassword: true }))) return false;
    await this.access.end(tx, userId, { notice: 'account-taken-over', because: 'mailbox' });
    return true;
  }
}
