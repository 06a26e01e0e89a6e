import { Injectable } from '@nestjs/common';
import type { UserId } from '../kernel/ids';
import type { DatabaseContext, InTransaction } from '../platform/database/transaction';

/** What has happened to an account: its password is another, or it is given to whoever has another mailbox. */
export type AccessEnd = 'password' | 'mailbox';

/** Something that acts in a person's name, or lets them in, because they once had the key to their account. */
export interface GrantedAccessHolder {
  /** Ends it in the transaction of what makes it end. */
  endAccessOf(context: InTransaction<DatabaseContext>, userId: UserId, because: AccessEnd): Promise<void>;
}

/**
 * What must end together with a password, because a thief of it may have let it in, or with a mailbox. Modules that hold
 * such access add themselves when they start; accounts tells them all. Personal access tokens stay with a new password:
 * people made them by name, see them in a list and revoke them one by one.
 */
@Injectable()
export class GrantedAccess {
  private readonly holders: GrantedAccessHolder[] = [];

  add(holder: GrantedAccessHolder): void {
    this.holders.push(holder);
  }

  async endAll(context: InTransaction<DatabaseContext>, userId: UserId, because: AccessEnd): Promise<void> {
    for (const holder of this.holders) await holder.endAccessOf(context, userId, because);
  }
}
