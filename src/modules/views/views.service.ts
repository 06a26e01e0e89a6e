import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../kernel/app-error';
import { clock } from '../../kernel/clock';
import { type ColumnId, newId, type ViewId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/events/outbox';
import {
  BoardFiltersService,
  type FilterNode,
  filtersSchema,
  HiddenConditionsService,
  writtenFilters,
} from '../columns';
import { type BoardFacts, HierarchyService, RecordNotFound } from '../hierarchy';
import type { ViewEntity } from './view.entity';
import { ViewChanged, ViewLimitExceeded } from './views.errors';
import { viewsEvents } from './views.events';
import { changeView, createView } from './views.policy';
import { presentView } from './views.presenter';
import { ViewsRepository } from './views.repository';
import { type ViewOutput, type ViewsCreateInput, VIEWS_MAX, type ViewsUpdateInput } from './views.schemas';
import { authorize } from '../../access/policy';

type Settings = Pick<
  ViewsUpdateInput,
  'layout' | 'filters' | 'sortBy' | 'sortDir' | 'groupBy' | 'hiddenColumns'
>;

/** Saved views of a board: filters, order, grouping, hidden columns (contract §7). */
@Injectable()
export class ViewsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly filters: BoardFiltersService,
    private readonly hidden: HiddenConditionsService,
    private readonly views: ViewsRepository,
    private readonly outbox: Outbox,
  ) {}

  async list(context: CallContext, boardId: BoardFacts['id']): Promise<ViewOutput[]> {
    const { facts: board } = await this.hierarchy.board(context, boardId);
    return this.presented(context, board, await this.views.ofBoard(context, boardId));
  }

  /** What a view shows of its board: conditions and order, without what the board no longer has or the caller may not see. */
  async shown(
    context: CallContext,
    board: BoardFacts,
    id: ViewId,
  ): Promise<Pick<ViewOutput, 'sortBy' | 'sortDir'> & { filters: FilterNode[] }> {
    const view = await this.views.find(context, id);
    if (!view) throw new RecordNotFound('view');
    await this.hierarchy.board(context, view.boardId, 'view');
    if (view.boardId !== board.id) throw InvalidInput.at('viewId', 'Not a view of this board');
    const [output] = await this.presented(context, board, [view]);
    return { ...output!, filters: filtersSchema.parse(output!.filters) };
  }

  create(context: CallContext, { boardId, name, ...settings }: ViewsCreateInput): Promise<ViewOutput> {
    return this.transactions.run(context, async (tx) => {
      const { facts: board, access } = await this.hierarchy.board(tx, boardId);
      authorize(createView, tx.principal, { access });
      const patch = await this.checked(tx, board, settings);
      if ((await this.views.lockCount(tx, boardId)) >= VIEWS_MAX) throw new ViewLimitExceeded();
      const now = clock.now();
      const view: Omit<ViewEntity, 'organizationId'> = {
        id: newId('view'),
        boardId,
        name,
        layout: 'table',
        filters: [],
        sortBy: null,
        sortDir: 'asc',
        groupBy: null,
        hiddenColumns: [],
        ...patch,
        createdBy: tx.principal.userId,
        createdAt: now,
        updatedAt: now,
      };
      await this.views.insert(tx, view);
      const [output] = await this.presented(tx, board, [{ ...view, organizationId: tx.organizationId }]);
      await this.outbox.append(
        tx,
        viewsEvents.created.create({ view: output! }, { boardId: output!.boardId }),
      );
      return output!;
    });
  }

  update(context: CallContext, input: ViewsUpdateInput): Promise<ViewOutput> {
    const { id, name, expectedUpdatedAt, ...settings } = input;
    return this.transactions.run(context, async (tx) => {
      const { board } = await this.changeable(tx, id);
      const patch = { ...(name === undefined ? {} : { name }), ...(await this.checked(tx, board, settings)) };
      const view = await this.views.update(tx, id, patch, expectedUpdatedAt);
      if (!view) throw new ViewChanged();
      const [output] = await this.presented(tx, board, [view]);
      await this.outbox.append(
        tx,
        viewsEvents.updated.create({ view: output! }, { boardId: output!.boardId }),
      );
      return output!;
    });
  }

  delete(context: CallContext, id: ViewId): Promise<void> {
    return this.transactions.run(context, async (tx) => {
      const { board, view } = await this.changeable(tx, id);
      if (!(await this.views.delete(tx, id))) throw new RecordNotFound('view');
      const [output] = await this.presented(tx, board, [view]);
      await this.outbox.append(
        tx,
        viewsEvents.deleted.create({ view: output! }, { boardId: output!.boardId }),
      );
    });
  }

  private async presented(
    context: CallContext,
    board: BoardFacts,
    views: readonly ViewEntity[],
  ): Promise<ViewOutput[]> {
    const filters = views.flatMap((view) => view.filters);
    const hidden = await this.hidden.among(context, board, filters);
    return views.map((view) => presentView(view, board, hidden));
  }

  private async changeable(
    tx: InTransaction<CallContext>,
    id: ViewId,
  ): Promise<{ board: BoardFacts; view: ViewEntity }> {
    const view = await this.views.find(tx, id);
    if (!view) throw new RecordNotFound('view');
    const { facts: board, access } = await this.hierarchy.board(tx, view.boardId, 'view');
    authorize(changeView, tx.principal, { access, view });
    return { board, view };
  }

  /** The changes of the input to a view; rejects what the board does not have. */
  private async checked(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    { filters, ...settings }: Settings,
  ): Promise<Partial<ViewEntity>> {
    const { sortBy, groupBy, hiddenColumns = [] } = settings;
    const named: [string, string | null | undefined][] = [
      ['sortBy', sortBy],
      ['groupBy', groupBy],
      ...hiddenColumns.map((id, at): [string, string] => [`hiddenColumns.${at}`, id]),
    ];
    for (const [path, field] of named) {
      const isColumn = field?.startsWith('col_') ?? false;
      if (isColumn && !board.columnsById.has(field as ColumnId)) {
        throw InvalidInput.at(path, 'Unknown column of this board');
      }
    }
    const given = Object.entries(settings).filter(([, value]) => value !== undefined);
    if (filters === undefined) return Object.fromEntries(given);
    await this.filters.compile(tx, board, filters);
    return { ...Object.fromEntries(given), filters: writtenFilters(filters) };
  }
}
