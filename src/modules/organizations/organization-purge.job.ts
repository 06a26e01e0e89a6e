import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../kernel/ids';
import { Job, type JobHandler, type JobRun } from '../../platform/jobs/job.decorator';
import { OrganizationPurgeRepository } from './organization-purge.repository';

export interface OrganizationPurgePayload {
  organizationId: OrganizationId;
  /**
   * At first the row stays, and what is still on its way to subscribers: they write down what they heard of, for an
   * organization that must be there. A day later the rest goes.
   */
  keepsRow: boolean;
}

/** Entries that the database lets no one remove while their organization is there; they go with its row. */
const KEPT_TO_THE_LAST = ['audit_entries'];

/** Rounds over the tables: rows that others refer to can go only after those. */
const MAX_ROUNDS = 20;

/** Removes all that a deleted organization holds, a batch at a time. What an attempt leaves undone the next one finds. */
@Job({ name: 'organizations.purge' })
@Injectable()
export class OrganizationPurgeJob implements JobHandler<OrganizationPurgePayload> {
  constructor(private readonly purge: OrganizationPurgeRepository) {}

  async perform({ organizationId, keepsRow }: OrganizationPurgePayload, run: JobRun): Promise<void> {
    const context = { organizationId, transaction: null };
    let tables = await this.purge.tables([...KEPT_TO_THE_LAST, ...(keepsRow ? ['outbox'] : [])]);
    for (let round = 0; tables.length > 0; round += 1) {
      if (round === MAX_ROUNDS) throw new Error(`Rows of ${tables.join(', ')} cannot be removed`);
      const stuck: string[] = [];
      for (const table of tables) {
        run.signal.throwIfAborted();
        if (!(await this.purge.empty(context, table, run.signal))) stuck.push(table);
      }
      tables = stuck;
    }
    if (!keepsRow) await this.purge.deleteOrganization(context);
  }
}
