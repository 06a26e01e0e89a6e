import { z } from 'zod';
import type { BoardId, ItemId } from '../../kernel/ids';
import type { CommittedEvent, Subject } from './committed-event';
import { assertEventName } from './event-name';

interface SubjectIds extends Record<Subject, unknown[]> {
  organization: [];
  board: [ids: { boardId: BoardId }];
  item: [ids: { boardId: BoardId; itemId: ItemId }];
}

/** One change on its way into the outbox. Only a definition creates it. */
export interface DomainEvent {
  readonly type: string;
  readonly boardId: string | null;
  readonly itemId: string | null;
  readonly data: object;
}

/** What webhooks, real time and the change feed show of an event. */
export interface PublicView<Field extends PropertyKey = string> {
  /** Fields of the payload that are shown unchanged. */
  readonly fields: readonly Field[];
  /** Fields that the consumer reads and adds: records and values in the shape of the API. */
  readonly read: z.ZodRawShape;
}

/** The whole payload, a part of it with records beside it, or nothing for the given reason. */
type Projection<Field extends PropertyKey> = 'payload' | PublicView<Field> | { readonly internal: string };

interface EventDeclaration<Shape extends z.ZodRawShape, S extends Subject> {
  /** One sentence for docs/events.md. */
  when: string;
  subject: S;
  payload: Shape;
  public: Projection<keyof Shape>;
}

/** An event that the service publishes: the one place that knows its name, its payload and who may see it. */
export interface EventDefinition<
  Name extends string = string,
  Shape extends z.ZodRawShape = z.ZodRawShape,
  S extends Subject = Subject,
> {
  readonly name: Name;
  readonly when: string;
  readonly subject: S;
  /** Rejects fields that it does not name. */
  readonly payload: z.ZodObject<Shape>;
  /** The data that leaves the service; null for an internal event. */
  readonly publicData: z.ZodObject | null;
  /** Why the event does not leave the service; null for a public one. */
  readonly internalBecause: string | null;
  /** The event for `outbox.append`. */
  create(payload: z.output<z.ZodObject<Shape>>, ...ids: SubjectIds[S]): DomainEvent;
  /** Narrows a committed event to this definition. */
  is(event: CommittedEvent): event is CommittedEvent<Name, z.output<z.ZodObject<Shape>>, S>;
  /** The public data of an event, from its payload and the records that `publicData` adds; null for an internal event. */
  project(payload: object, read: { readonly [field: string]: unknown }): { [field: string]: unknown } | null;
}

/** The committed form of a definition; of a union of definitions, the union that `type` discriminates. */
export type EventOf<D extends EventDefinition> =
  D extends EventDefinition<infer Name, infer Shape, infer S>
    ? CommittedEvent<Name, z.output<z.ZodObject<Shape>>, S>
    : never;

/** Any definition with this payload: the parameter of a function that makes one of several changes to a record. */
export interface EventTaking<Payload extends object, S extends Subject = 'organization'> {
  // A property, because TypeScript checks the parameters of a method bivariantly.
  readonly create: (payload: Payload, ...ids: SubjectIds[S]) => DomainEvent;
}

export function defineEvent<const Name extends string, Shape extends z.ZodRawShape, S extends Subject>(
  name: Name,
  { when, subject, payload: shape, public: projection }: EventDeclaration<Shape, S>,
): EventDefinition<Name, Shape, S> {
  assertEventName(name);
  const payload: z.ZodObject = z.strictObject(shape);
  const view = viewOf(Object.keys(shape), projection);
  const added = Object.keys(view?.read ?? {});
  const shown = view && Object.fromEntries(view.fields.map((field) => [field, shape[field]!]));
  return {
    name,
    when,
    subject,
    payload: payload as z.ZodObject<Shape>,
    publicData: view && z.strictObject({ ...shown, ...view.read }),
    internalBecause: typeof projection === 'object' && 'internal' in projection ? projection.internal : null,
    create: (data, ...[ids]: [{ boardId?: BoardId; itemId?: ItemId }?]) => ({
      type: name,
      boardId: ids?.boardId ?? null,
      itemId: ids?.itemId ?? null,
      data,
    }),
    is: (event): event is never => event.type === name,
    project: (data, read) => {
      if (view === null) return null;
      const shownData: { [field: string]: unknown } = {};
      copy(data as { [field: string]: unknown }, view.fields, shownData);
      copy(read, added, shownData);
      return shownData;
    },
  };
}

function viewOf(fields: string[], projection: Projection<PropertyKey>): PublicView | null {
  if (projection === 'payload') return { fields, read: {} };
  return 'internal' in projection ? null : (projection as PublicView);
}

/** A field that is absent stays absent. Into one object: spreads of two cost five times as much, for each event of each page. */
function copy(
  from: { readonly [field: string]: unknown },
  fields: readonly PropertyKey[],
  to: { [field: PropertyKey]: unknown },
): void {
  for (const field of fields) {
    const value = from[field as string];
    if (value !== undefined) to[field] = value;
  }
}
