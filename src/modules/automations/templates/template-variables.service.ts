import { Injectable } from '@nestjs/common';
import { columnTypes } from '../../../column-types/types';
import { type LoadedReferences, NOTHING_LOADED, type StoredValue } from '../../../column-types/column-type';
import { clock } from '../../../kernel/clock';
import type { UserId } from '../../../kernel/ids';
import type { Json } from '../../../kernel/json';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { compileBoardCells } from '../../columns';
import { valuesEvents } from '../../columns/values.events';
import { SubmissionsReadModel } from '../../forms';
import { formsEvents } from '../../forms/forms.events';
import { type BoardFacts, HierarchyService } from '../../hierarchy';
import { type ItemRecord, ItemsReadModel } from '../../items';
import type { TriggerFacts } from '../running/trigger-facts';

/** The value of a template variable; undefined for an unknown one. */
export type VariableValue = (name: string) => string | undefined;

const CHANGE = new Set(['value.old', 'value.new']);

/** What the named variables need. */
interface Needs {
  readonly item: boolean;
  /** Values of the item's columns. */
  readonly cells: boolean;
  readonly user: boolean;
  readonly answers: boolean;
}

/** Loads what the template variables of a run name (specification, "Automations"; contract §8). */
@Injectable()
export class TemplateVariablesService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly items: ItemsReadModel,
    private readonly submissions: SubmissionsReadModel,
  ) {}

  /** The values of the named variables; nothing is read for others. */
  async load(
    context: TenantContext,
    board: BoardFacts,
    trigger: TriggerFacts,
    named: ReadonlySet<string>,
  ): Promise<VariableValue> {
    const { itemId, userId, event, payload } = trigger;
    const needs = needsOf(named, event);
    const [item] = itemId === null || !needs.item ? [] : await this.items.records(context, [itemId]);
    const values =
      item === undefined || !needs.cells ? {} : (JSON.parse(item.values) as Record<string, StoredValue>);
    const loaded = await this.members(
      context,
      board,
      values,
      needs.user ? trigger : { ...trigger, userId: null },
    );
    const answers = needs.answers ? await this.answersOf(context, trigger) : null;
    const cells = item === undefined || !needs.cells ? [] : cellTexts(board, item, values, loaded);
    const fixed = new Map<string, string>([
      ['board.name', board.name],
      ['user.name', (userId && loaded.memberName(userId)) || ''],
      ['now', clock.now().toISOString()],
      ...itemVariables(board, item),
      ...changeVariables(board, event, loaded),
    ]);
    return (name) => {
      const known = fixed.get(name);
      if (known !== undefined) return known;
      const [noun, ...rest] = name.split('.');
      const path = rest.join('.');
      if (noun === 'value') {
        const at = board.columns.findIndex((column) => column.name === path);
        return at === -1 || item === undefined ? undefined : (cells[at] ?? '');
      }
      if (noun === 'form') return answers === null ? undefined : textAt(answers, [path]);
      if (noun === 'payload') return payload === null ? undefined : textAt(payload, rest);
      return undefined;
    };
  }

  private async members(
    context: TenantContext,
    board: BoardFacts,
    values: Record<string, StoredValue>,
    { userId, event }: TriggerFacts,
  ): Promise<LoadedReferences> {
    const ids = new Set(compileBoardCells(board).membersIn(values));
    if (userId !== null) ids.add(userId);
    if (event !== null && valuesEvents.changed.is(event)) {
      const { columnId, value, previousValue } = event.data;
      for (const stored of [value, previousValue])
        for (const id of compileBoardCells(board).membersIn({ [columnId]: stored as StoredValue }))
          ids.add(id);
    }
    const names = await this.hierarchy.memberNames(context, [...ids] as UserId[]);
    return { ...NOTHING_LOADED, memberName: (id) => names.get(id as UserId) };
  }

  private async answersOf(context: TenantContext, { event }: TriggerFacts): Promise<Json | null> {
    if (event === null || !formsEvents.submitted.is(event)) return null;
    const submission = await this.submissions.get(context, event.data.submissionId);
    return submission === null ? {} : (submission.data as Json);
  }
}

function needsOf(named: ReadonlySet<string>, event: TriggerFacts['event']): Needs {
  const isChange = event !== null && valuesEvents.changed.is(event);
  const names = [...named].filter((name) => !isChange || !CHANGE.has(name));
  const begins = (...nouns: string[]) =>
    names.some((name) => nouns.some((noun) => name.startsWith(`${noun}.`)));
  const cells = begins('value');
  return {
    cells,
    item: cells || begins('item', 'group'),
    user: named.has('user.name'),
    answers: begins('form'),
  };
}

function itemVariables(board: BoardFacts, item: ItemRecord | undefined): [string, string][] {
  if (item === undefined) return [];
  return [
    ['item.name', item.name],
    ['item.id', item.id],
    ['item.url', `${board.baseUrl}/items/${item.id}`],
    ['group.name', board.groupsById.get(item.groupId)?.name ?? ''],
  ];
}

function changeVariables(
  board: BoardFacts,
  event: TriggerFacts['event'],
  loaded: LoadedReferences,
): [string, string][] {
  if (event === null || !valuesEvents.changed.is(event)) return [];
  const column = board.columnsById.get(event.data.columnId);
  if (column === undefined) return [];
  const textOf = (stored: unknown) =>
    stored === null ? '' : columnTypes[column.type].toText(stored as StoredValue, column.config, loaded);
  return [
    ['value.old', textOf(event.data.previousValue)],
    ['value.new', textOf(event.data.value)],
  ];
}

function cellTexts(
  board: BoardFacts,
  item: ItemRecord,
  values: Record<string, StoredValue>,
  loaded: LoadedReferences,
): string[] {
  const cells = compileBoardCells(board).cellsOf(values, item, loaded);
  return cells.map((cell) => cell?.text ?? '');
}

/** The text at a path of JSON; an object or a list as JSON, a missing part as undefined. */
function textAt(json: Json, path: readonly string[]): string | undefined {
  let value: Json | undefined = json;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, Json>)[key];
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
