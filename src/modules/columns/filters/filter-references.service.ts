import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error';
import type { FileId, ItemId, UserId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { FilesService } from '../../files';
import { HierarchyService } from '../../hierarchy';
import { StoredReferencesReadModel } from '../values/stored-references.read-model';
import type { FilterReference } from './operators/operand';

/** Checks the ids in filters: a hidden record has the same error as a missing one. */
@Injectable()
export class FilterReferencesService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly stored: StoredReferencesReadModel,
    private readonly files: FilesService,
  ) {}

  async check(context: CallContext, references: readonly FilterReference[]): Promise<void> {
    const [missing] = await this.missing(context, references);
    if (!missing) return;
    const message = `No such ${missing.noun}`;
    throw new AppError('NOT_FOUND', message, { issues: [{ path: missing.path, message }] });
  }

  /**
   * The ids that are hidden from the caller. An item in Trash of a visible board is not; neither is an item in any state
   * that a cell of the column names, because the caller reads the id there.
   */
  async missing(context: CallContext, references: readonly FilterReference[]): Promise<FilterReference[]> {
    if (references.length === 0) return [];
    const ids = (noun: FilterReference['noun']) =>
      references.filter((reference) => reference.noun === noun).map(({ id }) => id);
    const people = await this.hierarchy.everMembers(context, ids('member') as UserId[]);
    const items = await this.hierarchy.visibleItemBoards(context, ids('item') as ItemId[], { trashed: true });
    const files = await this.files.find(context, ids('file') as FileId[]);
    const isKnown: Record<FilterReference['noun'], (id: string) => boolean> = {
      member: (id) => people.has(id as UserId),
      item: (id) => items.has(id as ItemId),
      file: (id) => files.has(id as FileId),
    };
    const missing = references.filter(({ noun, id }) => !isKnown[noun](id));
    return this.withoutNamed(context, missing);
  }

  private async withoutNamed(context: CallContext, missing: FilterReference[]): Promise<FilterReference[]> {
    const items = missing.filter(({ noun }) => noun === 'item');
    if (items.length === 0) return missing;
    const named = await this.stored.named(context, items);
    return missing.filter(
      ({ noun, id, columnId }) =>
        noun !== 'item' || !named.some((each) => each.id === id && each.columnId === columnId),
    );
  }
}
