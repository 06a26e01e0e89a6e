import { Injectable } from '@nestjs/common';
import type { UserId } from '../kernel/ids';
import type { DatabaseContext, InTransaction } from '../platform/database/transaction';

/** Something that acts in a person's name and was let in by their password, as applications are that they authorized. */
export interface GrantedAccessHolder {
  /** Ends it in the transaction of what makes it end. */
  endAccessOf(context: InTransaction<DatabaseContext>, userId: UserId): Promise<void>;
}

/**
 * What must end together with a password, because a thief of it may have let it in. Modules that hold such access add
 * themselves when they start; accounts tells them all. Personal access tokens are not among them: people made them by
 * name, see them in a list and revoke them one by one.
 */
@Injectable()
export class GrantedAccess {
  private readonly holders: GrantedAccessHolder[] = [];

  add(holder: GrantedAccessHolder): void {
    this.holders.push(holder);
  }

  async endAll(context: InTransaction<DatabaseContext>, userId: UserId): Promise<void> {
    for (const holder of this.holders) await holder.endAccessOf(context, userId);
  }
}
