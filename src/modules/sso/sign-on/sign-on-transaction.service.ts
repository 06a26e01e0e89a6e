import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error';
import type { OrganizationId } from '../../../kernel/ids';
import type { IncomingRequest } from '../../../access/incoming-request';
import { NO_TRANSACTION } from '../../../platform/database/database';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { FederatedMembersService } from '../../members';
import { ConnectionsRepository } from '../connections/connections.repository';
import { SignOnAuditService } from './sign-on-audit.service';
import type { SignOnIdentity } from './sign-on-identity';
import { SignOnRejected } from './sign-on-rejected';
import type { SignOnOrganization } from './single-sign-on.service';

type Tx = InTransaction<DatabaseContext> & { readonly organizationId: OrganizationId };

/** Runs a sign-in in one transaction. A rejection leaves only its audit entry. */
@Injectable()
export class SignOnTransactionService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly members: FederatedMembersService,
    private readonly connections: ConnectionsRepository,
    private readonly audit: SignOnAuditService,
  ) {}

  async run<T>(
    request: IncomingRequest,
    method: SignOnIdentity['method'],
    { organizationId, connection }: SignOnOrganization,
    perform: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.transactions.run({ ...NO_TRANSACTION, organizationId }, async (tx) => {
        // The same lock order as changes and removals of the connection: these wait, and then find the session that starts
        // here.
        await this.members.lock(tx);
        const held = await this.connections.lock(tx);
        if (held?.updatedAt !== connection.updatedAt) throw new SignOnRejected('settings_changed');
        const answer = await perform(tx);
        // A successful sign-in proves these settings.
        if (connection.testedAt === null) await this.connections.markTested(tx, connection, false);
        return answer;
      });
    } catch (thrown) {
      if (thrown instanceof AppError) await this.audit.rejected(request, method, thrown);
      throw thrown;
    }
  }
}
