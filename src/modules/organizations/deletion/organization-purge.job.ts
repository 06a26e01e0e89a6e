import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../../kernel/ids';
import { tombstoneEnd } from '../../../kernel/tombstone';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Job, type JobHandler, type JobRun } from '../../../platform/jobs/job.decorator';
import { Jobs } from '../../../platform/jobs/jobs';
import { DeletedOrganizationsRepository } from './deleted-organizations.repository';
import { OrganizationPurgeRepository } from './organization-purge.repository';

export interface OrganizationPurgePayload {
  organizationId: OrganizationId;
  /** ISO 8601: an organization that was restored, and perhaps deleted again, is not purged. Absent in jobs of earlier releases. */
  deletedAt?: string;
  /**
   * At first the organization's row and its undelivered events remain: subscribers still write rows that reference the
   * organization. They are deleted a day later.
   */
  keepsRow: boolean;
}

/** The database rejects deleting these rows while the organization exists; they are deleted with its row. */
const KEPT_TO_THE_LAST = ['audit_entries'];

/** Events that subscribers may not have handled yet, and their numbers. */
const UNDELIVERED = ['outbox', 'events', 'event_sequences', 'event_backlogs'];

/** The maximum number of passes over the tables: rows with references to them can be deleted only after those. */
const MAX_ROUNDS = 20;

/** Deletes all rows of a deleted organization in batches. A retry continues where the previous attempt stopped. */
@Job({ name: 'organizations.purge' })
@Injectable()
export class OrganizationPurgeJob implements JobHandler<OrganizationPurgePayload> {
  constructor(
    private readonly deleted: DeletedOrganizationsRepository,
    private readonly purge: OrganizationPurgeRepository,
    private readonly transactions: TransactionRunner,
    private readonly jobs: Jobs,
  ) {}

  async perform(
    { organizationId, deletedAt, keepsRow }: OrganizationPurgePayload,
    run: JobRun,
  ): Promise<void> {
    const context = { organizationId, transaction: null };
    if (!(await this.deleted.isDeleted(context, deletedAt))) return;
    let tables = await this.purge.tables([...KEPT_TO_THE_LAST, ...(keepsRow ? UNDELIVERED : [])]);
    for (let round = 0; tables.length > 0; round += 1) {
      if (round === MAX_ROUNDS) throw new Error(`Rows of ${tables.join(', ')} cannot be removed`);
      const stuck: string[] = [];
      for (const table of tables) {
        run.signal.throwIfAborted();
        if (!(await this.purge.empty(context, table, run.signal))) stuck.push(table);
      }
      tables = stuck;
    }
    if (keepsRow) await this.scheduleLast({ organizationId, deletedAt, keepsRow: false });
    else await this.purge.deleteOrganization(context);
  }

  private scheduleLast(last: OrganizationPurgePayload): Promise<void> {
    const options = { key: `${last.organizationId}:last`, runAt: tombstoneEnd() };
    return this.transactions.run(NO_TRANSACTION, (tx) =>
      this.jobs.enqueue(tx, OrganizationPurgeJob, last, options),
    );
  }
}
