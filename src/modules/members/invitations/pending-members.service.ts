import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { RecordNotFound } from '../../hierarchy';
import { InvitationsReadModel } from './invitations.read-model';
import { InvitationsService } from './invitations.service';

/** Invited users in the list of members. */
@Injectable()
export class PendingMembersService {
  constructor(
    private readonly reads: InvitationsReadModel,
    private readonly invitations: InvitationsService,
  ) {}

  /** Removing an invited user revokes the invitation. */
  async revoke(tx: InTransaction<CallContext>, userId: UserId): Promise<void> {
    const invitationId = await this.reads.ofInvited(tx, userId);
    if (invitationId === null) throw new RecordNotFound('member');
    await this.invitations.revoke(tx, invitationId);
  }
}
