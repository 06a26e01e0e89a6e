import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../kernel/app-error';
import { clock } from '../../kernel/clock';
import type { ItemId, OrganizationId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Hierarchy } from '../hierarchy';
import { ItemStatesRepository } from './item-states.repository';
import { ItemNotFound } from './items.errors';
import { refuseUnlessDeleter } from './items.policy';
import { dueBefore } from './trash-retention';
import { type DueEntry, TrashRepository } from './trash.repository';

/** How items leave Trash for good: when somebody says so, or after 30 days. */
@Injectable()
export class TrashPurgeService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: Hierarchy,
    private readonly states: ItemStatesRepository,
    private readonly trash: TrashRepository,
  ) {}

  /** All of them or none. */
  purge(context: CallContext, ids: readonly ItemId[]): Promise<void> {
    return this.transactions.run(context, async (tx) => {
      const seen = await this.hierarchy.items(tx, ids, { trashed: true });
      for (const { access } of seen) refuseUnlessDeleter(access);
      refuseUnlessTrashed(seen.map(({ item }) => item.isTrashed));
      await this.trash.holdBoards(tx, [...new Set(seen.map(({ facts }) => facts.id))].toSorted());
      await this.states.holdLists(tx, ids, null);
      const versions = new Map((await this.states.versions(tx, ids)).map((version) => [version.id, version]));
      // Purged by somebody else, or restored, since they were found.
      if (versions.size < ids.length) throw new ItemNotFound();
      refuseUnlessTrashed(ids.map((id) => versions.get(id)!.trashedAt !== null));
      await this.trash.purge(tx, ids, context.principal.userId);
    });
  }

  /** Purges some of what has been in Trash for 30 days; answers how many entries it took. */
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
        await this.trash.holdBoards(tx, [...new Set(entries.map(({ boardId }) => boardId))].toSorted());
        await this.states.holdLists(tx, ids, null);
        await this.trash.purge(tx, await this.trash.stillDue(tx, ids, before), null);
      });
    }
    return due.length;
  }
}

function refuseUnlessTrashed(isTrashed: readonly boolean[]): void {
  const issues = isTrashed.flatMap((is, at) => (is ? [] : [{ path: `ids.${at}`, message: 'Not in Trash' }]));
  if (issues.length > 0) throw new InvalidInput(issues);
}
