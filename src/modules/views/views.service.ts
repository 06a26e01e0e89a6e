import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../kernel/app-error';
import { clock } from '../../kernel/clock';
import { type BoardId, type ColumnId, newId, type UserId, type ViewId } from '../../kernel/ids';
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
import { type BoardFacts, HierarchyService, RecordNotFound, type WorkspaceAccess } from '../hierarchy';
import { checkOptions, mergedOptions } from './options/checked-options';
import type { ViewEntity } from './view.entity';
import { PersonalViewLimitExceeded, ViewChanged, ViewLimitExceeded } from './views.errors';
import { viewsEvents } from './views.events';
import { changeView, seeView, shareView } from './views.policy';
import { presentView, type ShownView } from './views.presenter';
import { ViewsRepository } from './views.repository';
import {
  PERSONAL_VIEWS_MAX,
  type ViewOutput,
  type ViewsCreateInput,
  VIEWS_MAX,
  type ViewsUpdateInput,
} from './views.schemas';
import { authorize } from '../../access/policy';

type Settings = Pick<
  ViewsUpdateInput,
  'layout' | 'filters' | 'sortBy' | 'sortDir' | 'groupBy' | 'hiddenColumns' | 'options'
>;

/** Saved views of a board: filters, order, grouping, hidden columns, and options of layouts (contract §7). */
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
    const views = await this.views.ofBoard(context, boardId, context.principal.userId);
    const sharedCount = views.filter(({ personalOf }) => personalOf === null).length;
    const shown = await this.presented(context, board, views);
    return shown.map((view, at) => ({ ...view, position: view.personal ? at - sharedCount : at }));
  }

  /** The boards of the views that are shared or the caller's own. Checks no access to the boards. */
  async boardsOf(context: CallContext, ids: readonly ViewId[]): Promise<Map<ViewId, BoardId>> {
    const views = ids.length === 0 ? [] : await this.views.places(context, ids, context.principal.userId);
    return new Map(views.map(({ id, boardId }) => [id, boardId]));
  }

  /** What a view shows of its board: conditions and order, without what the board no longer has or the caller may not see. */
  async shown(
    context: CallContext,
    board: BoardFacts,
    id: ViewId,
  ): Promise<Pick<ViewOutput, 'sortBy' | 'sortDir'> & { filters: FilterNode[] }> {
    const view = await this.seen(context, id);
    await this.hierarchy.board(context, view.boardId, 'view');
    if (view.boardId !== board.id) throw InvalidInput.at('viewId', 'Not a view of this board');
    const [output] = await this.presented(context, board, [view]);
    return { ...output!, filters: filtersSchema.parse(output!.filters) };
  }

  create(
    context: CallContext,
    { boardId, name, personal, ...settings }: ViewsCreateInput,
  ): Promise<ViewOutput> {
    return this.transactions.run(context, async (tx) => {
      const { facts: board, access } = await this.hierarchy.board(tx, boardId);
      if (!personal) authorize(shareView, tx.principal, { access });
      const personalOf = personal ? tx.principal.userId : null;
      const patch = await this.checked(tx, board, settings);
      await this.assertWithinLimit(tx, boardId, personalOf);
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
        options: mergedOptions({}, settings.options),
        personalOf,
        position: null,
        createdBy: tx.principal.userId,
        createdAt: now,
        updatedAt: now,
      };
      await this.views.insert(tx, view);
      const output = await this.placed(tx, board, { ...view, organizationId: tx.organizationId });
      await this.publish(tx, viewsEvents.created, output);
      return output;
    });
  }

  update(context: CallContext, input: ViewsUpdateInput): Promise<ViewOutput> {
    const { id, name, personal, expectedUpdatedAt, ...settings } = input;
    return this.transactions.run(context, async (tx) => {
      const { board, access, view: before } = await this.changeable(tx, id);
      const isShared = personal === false && before.personalOf !== null;
      const patch = {
        ...(name === undefined ? {} : { name }),
        ...(await this.checked(tx, board, settings)),
        ...(isShared ? { personalOf: null } : {}),
      };
      let shared: ViewId[] = [];
      if (isShared) {
        authorize(shareView, tx.principal, { access });
        shared = await this.assertWithinLimit(tx, board.id, null);
      }
      if (settings.options) {
        const options = await this.views.lockOptions(tx, id);
        if (options === null) throw new RecordNotFound('view');
        patch.options = mergedOptions(options, settings.options);
      }
      const view = await this.views.update(tx, id, patch, expectedUpdatedAt);
      if (!view) throw new ViewChanged();
      // Last, although others without a position can be newer.
      if (isShared) await this.views.reorder(tx, [...shared, id]);
      const output = await this.placed(tx, board, view);
      await this.publish(tx, isShared ? viewsEvents.created : viewsEvents.updated, output);
      return output;
    });
  }

  delete(context: CallContext, id: ViewId): Promise<void> {
    return this.transactions.run(context, async (tx) => {
      const { board, view } = await this.changeable(tx, id);
      const output = await this.placed(tx, board, view);
      if (!(await this.views.delete(tx, id))) throw new RecordNotFound('view');
      await this.publish(tx, viewsEvents.deleted, output);
    });
  }

  /** No one else learns of a personal view. */
  private async publish(
    tx: InTransaction<CallContext>,
    event: (typeof viewsEvents)['created' | 'updated' | 'deleted'],
    view: ViewOutput,
  ): Promise<void> {
    if (!view.personal) await this.outbox.append(tx, event.create({ view }, { boardId: view.boardId }));
  }

  private async assertWithinLimit(
    tx: InTransaction<CallContext>,
    boardId: BoardId,
    personalOf: UserId | null,
  ): Promise<ViewId[]> {
    const views = await this.views.lockList(tx, boardId, personalOf);
    if (personalOf === null && views.length >= VIEWS_MAX) throw new ViewLimitExceeded();
    if (personalOf !== null && views.length >= PERSONAL_VIEWS_MAX) throw new PersonalViewLimitExceeded();
    return views;
  }

  private async seen(context: CallContext, id: ViewId): Promise<ViewEntity> {
    const view = await this.views.find(context, id);
    if (!view) throw new RecordNotFound('view');
    authorize(seeView, context.principal, { view });
    return view;
  }

  private async presented(
    context: CallContext,
    board: BoardFacts,
    views: readonly ViewEntity[],
  ): Promise<ShownView[]> {
    const filters = views.flatMap((view) => view.filters);
    const hidden = await this.hidden.among(context, board, filters);
    return views.map((view) => presentView(view, board, hidden));
  }

  private async placed(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    view: ViewEntity,
  ): Promise<ViewOutput> {
    const [shown] = await this.presented(tx, board, [view]);
    return { ...shown!, position: await this.views.positionOf(tx, view.id) };
  }

  private async changeable(
    tx: InTransaction<CallContext>,
    id: ViewId,
  ): Promise<{ board: BoardFacts; access: WorkspaceAccess; view: ViewEntity }> {
    const view = await this.seen(tx, id);
    const { facts: board, access } = await this.hierarchy.board(tx, view.boardId, 'view');
    if (view.personalOf === null) authorize(changeView, tx.principal, { access, view });
    return { board, access, view };
  }

  /** The changes of the input to a view, without the options; rejects what the board does not have. */
  private async checked(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    { filters, options, ...settings }: Settings,
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
    checkOptions(options, board);
    const given = Object.entries(settings).filter(([, value]) => value !== undefined);
    if (filters === undefined) return Object.fromEntries(given);
    await this.filters.compile(tx, board, filters);
    return { ...Object.fromEntries(given), filters: writtenFilters(filters) };
  }
}
