import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import { clock } from '../../../kernel/clock';
import type { ItemId, OrganizationId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { HierarchyService } from '../../hierarchy';
import { ItemLocksRepository } from '../item-locks.repository';
import { ItemNotFound } from '../items.errors';
import { deleteItems } from '../items.policy';
import { dueBefore } from './trash-retention';
import { type DueEntry, TrashRepository } from './trash.repository';
import { authorize } from '../../../access/policy';

/** Permanently deletes items from Trash: on request, or after 30 days. */
@Injectable()
export class TrashPurgeService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly locks: ItemLocksRepository,
    private readonly trash: TrashRepository,
  ) {}

  /** All of them or none. */
  purge(context: CallContext, ids: readonly ItemId[]): Promise<void> {
    return this.transactions.run(context, async (tx) => {
      const seen = await this.hierarchy.items(tx, ids, { trashed: true });
      for (const { access } of seen) authorize(deleteItems, tx.principal, { access });
      rejectUnlessTrashed(seen.map(({ item }) => item.isTrashed));
      await this.trash.lockBoards(tx, [...new Set(seen.map(({ facts }) => facts.id))].toSorted());
      await this.locks.lockLists(tx, ids, null);
      const versions = new Map((await this.locks.versions(tx, ids)).map((version) => [version.id, version]));
      // Purged or restored by another user after they were found.
      if (versions.size < ids.length) throw new ItemNotFound();
      rejectUnlessTrashed(ids.map((id) => versions.get(id)!.trashedAt !== null));
      await this.trash.purge(tx, ids, context.principal.userId);
    });
  }

  /** Purges a batch of items that have been in Trash for 30 days; returns the number of entries it read. */
  async purgeDue(): Promise<number> {
    const before = dueBefore(clock.nowMs());
    const due = await this.trash.due(before);
    const byOrganization = new Map<OrganizationId, DueEntry[]>();
    for (const entry of due) {
      const entries = byOrganization.get(entry.organizationId);
      if (entries) entries.push(entry);
      else byOrganization.set(entry.organizationId, [entry]);
    }
    for (const [organizationId, entries] of byOrganization) {
      const ids = entries.map(({ itemId }) => itemId);
      await this.transactions.run({ organizationId, transaction: null }, async (tx) => {
        await this.trash.lockBoards(tx, [...new Set(entries.map(({ boardId }) => boardId))].toSorted());
        await this.locks.lockLists(tx, ids, null);
        await this.trash.purge(tx, await this.trash.stillDue(tx, ids, before), null);
      });
    }
    return due.length;
  }
}

function rejectUnlessTrashed(isTrashed: readonly boolean[]): void {
  const issues = isTrashed.flatMap((is, at) => (is ? [] : [{ path: `ids.${at}`, message: 'Not in Trash' }]));
  if (issues.length > 0) throw new InvalidInput(issues);
}
