import { Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error';
import type { OrganizationId } from '../../kernel/ids';
import type { IncomingRequest } from '../../access/incoming-request';
import { NO_TRANSACTION } from '../../platform/database/database';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { SignedOnMembers } from '../members';
import { ConnectionsRepository } from './connections.repository';
import { SignOnAudit } from './sign-on-audit';
import type { SignOnIdentity } from './sign-on-identity';
import { SignOnRefused } from './sign-on-refused';
import type { SignOnOrganization } from './single-sign-on';

type Tx = InTransaction<DatabaseContext> & { readonly organizationId: OrganizationId };

/** One transaction for all that a sign-on does; a refusal leaves nothing but its entry in the audit log. */
@Injectable()
export class SignOnOccasion {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly members: SignedOnMembers,
    private readonly connections: ConnectionsRepository,
    private readonly audit: SignOnAudit,
  ) {}

  async run<T>(
    request: IncomingRequest,
    method: SignOnIdentity['method'],
    { organizationId, connection }: SignOnOrganization,
    perform: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.transactions.run({ ...NO_TRANSACTION, organizationId }, async (tx) => {
        // In the order of whoever changes or ends the connection: they wait, and then find the session that begins here.
        await this.members.hold(tx);
        const held = await this.connections.hold(tx);
        if (held?.updatedAt !== connection.updatedAt) throw new SignOnRefused('settings_changed');
        const answer = await perform(tx);
        // Somebody has come through: these settings work.
        if (connection.testedAt === null) await this.connections.markTested(tx, connection, false);
        return answer;
      });
    } catch (thrown) {
      if (thrown instanceof AppError) await this.audit.refused(request, method, thrown);
      throw thrown;
    }
  }
}
