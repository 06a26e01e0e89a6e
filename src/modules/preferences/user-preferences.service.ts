import { Injectable } from '@nestjs/common';
import { InvalidInput, type InputIssue } from '../../kernel/app-error';
import type { BoardId, ViewId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { VisiblePlacesService } from '../hierarchy';
import { ViewsService } from '../views';
import { entryChanges, isBoard, namedIds, preferencesOf } from './preference-entries';
import { PreferencesTooLarge } from './user-preferences.errors';
import { type StoredPreferences, UserPreferencesRepository } from './user-preferences.repository';
import type { PreferenceChanges, Preferences, PreferencesOutput } from './user-preferences.schemas';

interface Visible {
  boards: ReadonlySet<BoardId>;
  /** The board of each view. */
  views: ReadonlyMap<ViewId, BoardId>;
}

/** What interfaces keep for the caller in an organization (decision 0140). */
@Injectable()
export class UserPreferencesService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly places: VisiblePlacesService,
    private readonly views: ViewsService,
    private readonly preferences: UserPreferencesRepository,
  ) {}

  async get(context: CallContext): Promise<PreferencesOutput> {
    const stored = await this.preferences.find(context, context.principal.userId);
    return stored === null
      ? { preferences: preferencesOf({}), updatedAt: null }
      : this.presented(context, stored);
  }

  set(context: CallContext, changes: PreferenceChanges): Promise<PreferencesOutput> {
    return this.transactions.run(context, async (tx) => {
      const issues = problems(changes, await this.visible(tx, changes));
      if (issues.length > 0) throw new InvalidInput(issues);
      const stored = await this.preferences.change(tx, tx.principal.userId, entryChanges(changes));
      if (stored === null) throw new PreferencesTooLarge();
      return this.presented(tx, stored);
    });
  }

  private async presented(
    context: CallContext,
    { entries, updatedAt }: StoredPreferences,
  ): Promise<PreferencesOutput> {
    const preferences = preferencesOf(entries);
    return { preferences: shown(preferences, await this.visible(context, preferences)), updatedAt };
  }

  private async visible(context: CallContext, named: PreferenceChanges | Preferences): Promise<Visible> {
    const { boardIds, viewIds } = namedIds(named);
    return {
      boards: await this.places.boardIds(context, boardIds),
      views: await this.views.boardsOf(context, viewIds),
    };
  }
}

function problems(
  { startPage, sidebar, defaultViews }: PreferenceChanges,
  { boards, views }: Visible,
): InputIssue[] {
  const unknownBoard = (id: BoardId, path: string): InputIssue[] =>
    boards.has(id) ? [] : [{ path: `preferences.${path}`, message: 'Unknown board' }];
  return [
    ...(isBoard(startPage) ? unknownBoard(startPage, 'startPage') : []),
    ...(sidebar?.favorites ?? []).flatMap((id, at) => unknownBoard(id, `sidebar.favorites.${at}`)),
    ...Object.entries(defaultViews ?? {}).flatMap(([boardId, viewId]) => {
      if (viewId === null) return [];
      const path = `defaultViews.${boardId}`;
      const issues = unknownBoard(boardId as BoardId, path);
      if (issues.length > 0 || views.get(viewId) === boardId) return issues;
      return [{ path: `preferences.${path}`, message: 'Unknown view of this board' }];
    }),
  ];
}

/** Without boards and views that the caller does not see now. */
function shown(preferences: Preferences, { boards, views }: Visible): Preferences {
  const { startPage, sidebar, defaultViews, ...others } = preferences;
  return {
    ...others,
    ...(startPage === undefined || (isBoard(startPage) && !boards.has(startPage)) ? {} : { startPage }),
    sidebar: {
      ...sidebar,
      ...(sidebar.favorites && { favorites: sidebar.favorites.filter((id) => boards.has(id)) }),
    },
    defaultViews: Object.fromEntries(
      Object.entries(defaultViews).filter(
        ([boardId, viewId]) => boards.has(boardId as BoardId) && views.get(viewId) === boardId,
      ),
    ),
  };
}
