import { Injectable } from '@nestjs/common';
import type { UserId } from '../kernel/ids';
import type { DatabaseContext, InTransaction } from '../platform/database/transaction';

/** What happened to an account: its password changed, or it was reassigned to the owner of another mailbox. */
export type RevocationReason = 'password' | 'mailbox';

/** A credential that was issued to a user of the account. */
export interface GrantedAccessHolder {
  /** Revokes the credentials in the transaction of the change. */
  endAccessOf(
    context: InTransaction<DatabaseContext>,
    userId: UserId,
    because: RevocationReason,
  ): Promise<void>;
}

/**
 * Credentials that are revoked with a password, because an attacker with the password may have created them, or with a
 * mailbox. Modules that store such credentials register when they start; accounts calls all of them. Personal access
 * tokens remain valid after a password change: users create them by name, see them in a list and revoke them one by one.
 */
@Injectable()
export class CredentialRevocation {
  private readonly holders: GrantedAccessHolder[] = [];

  add(holder: GrantedAccessHolder): void {
    this.holders.push(holder);
  }

  async endAll(
    context: InTransaction<DatabaseContext>,
    userId: UserId,
    because: RevocationReason,
  ): Promise<void> {
    for (const holder of this.holders) await holder.endAccessOf(context, userId, because);
  }
}
