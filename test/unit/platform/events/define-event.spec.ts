import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EVENTS } from '../../../../src/event-catalogue';
import { type BoardId, newId } from '../../../../src/kernel/ids';
import type { CommittedEvent } from '../../../../src/platform/events/committed-event';
import { defineEvent } from '../../../../src/platform/events/define-event';
import { EventCatalogue } from '../../../../src/platform/events/event-catalogue';
import { payloadSchema, publicSchema } from '../../../../src/platform/events/event-schema';

const boardId = newId('board') as BoardId;
const declared = {
  when: 'Never.',
  subject: 'board',
  payload: { a: z.string(), b: z.int().optional() },
} as const;
const internal = { ...declared, public: { internal: 'Of this test alone.' } } as const;

describe('the name of an event', () => {
  it.each([
    'item.moved',
    'value.changed',
    'workspace_member.role_changed',
    'invitation.resent',
    'address.added',
  ])('%s is a singular noun and a past participle', (name) => {
    expect(defineEvent(name, internal).name).toBe(name);
  });

  it.each([
    'items.moved',
    'item.move',
    'itemMoved',
    'item',
    'Item.moved',
    'workspace.member.added',
    'item.moved ',
  ])('%s is rejected', (name) => {
    expect(() => defineEvent(name, internal)).toThrow(`not "${name}"`);
  });
});

describe('a definition', () => {
  const moved = defineEvent('thing.moved', internal);

  it('creates the event for the outbox', () => {
    expect(moved.create({ a: 'x' }, { boardId })).toEqual({
      type: 'thing.moved',
      boardId,
      itemId: null,
      data: { a: 'x' },
    });
  });

  it('does not compile with another payload or without the ids of its subject', () => {
    // @ts-expect-error The payload has no field c.
    moved.create({ a: 'x', c: 1 }, { boardId });
    // @ts-expect-error The subject is a board.
    moved.create({ a: 'x' });
  });

  it('narrows a committed event', () => {
    const event = { type: 'thing.moved', data: { a: 'x' } } as CommittedEvent;
    expect(moved.is(event) && event.data.a).toBe('x');
    expect(moved.is({ ...event, type: 'thing.made' })).toBe(false);
  });

  it('rejects fields that its payload does not define', () => {
    expect(moved.payload.safeParse({ a: 'x', c: 1 }).success).toBe(false);
  });

  it('does not publish an internal event', () => {
    expect([moved.publicData, moved.project({ a: 'x' }, {}), publicSchema(moved)]).toEqual([
      null,
      null,
      null,
    ]);
    expect(moved.internalBecause).toBe('Of this test alone.');
  });

  it('publishes the payload', () => {
    const shown = defineEvent('thing.changed', { ...declared, public: 'payload' });
    expect(shown.project({ a: 'x', b: 1 }, { c: 2 })).toEqual({ a: 'x', b: 1 });
    expect(publicSchema(shown)).toEqual(payloadSchema(shown));
  });

  it('publishes a part of the payload with records that the consumer reads', () => {
    const view = { fields: ['b'], read: { thing: z.object({ id: z.string() }) } } as const;
    const shown = defineEvent('thing.changed', { ...declared, public: view });
    expect(shown.project({ a: 'x', b: 1 }, { thing: { id: '1' }, secret: 's' })).toEqual({
      b: 1,
      thing: { id: '1' },
    });
    expect(shown.project({ a: 'x' }, { thing: { id: '1' } })).toEqual({ thing: { id: '1' } });
    expect(publicSchema(shown)).toMatchObject({
      properties: { b: { type: 'integer' }, thing: { type: 'object' } },
      required: ['thing'],
      additionalProperties: false,
    });
  });
});

describe('the catalogue', () => {
  it('rejects two events of the same name', () => {
    const twice = () =>
      new EventCatalogue([defineEvent('a.b_made', internal), defineEvent('a.b_made', internal)]);
    expect(twice).toThrow('Two events are named a.b_made');
  });

  it('has the existing outgoing webhooks of contract §8 as public events', () => {
    const isPublic = new Map(EVENTS.map(({ name, publicData }) => [name, publicData !== null]));
    const states = ['created', 'updated', 'trashed', 'restored', 'deleted', 'archived', 'moved'];
    const others = ['value.changed', 'column.created', 'column.deleted', 'board.created', 'board.deleted'];
    const webhooks = states
      .map((state) => `item.${state}`)
      .concat(others, 'member.invited', 'member.removed');
    expect(webhooks.filter((name) => isPublic.get(name) !== true)).toEqual([]);
  });

  it.each(EVENTS.map((definition) => [definition.name, definition] as const))(
    '%s says when it happens, and has a JSON Schema',
    (_name, definition) => {
      expect(definition.when).toMatch(/^[A-Z].*\.$/);
      expect(payloadSchema(definition).additionalProperties).toBe(false);
      expect(definition.internalBecause ?? 'Public.').toMatch(/^[A-Z].*\.$/);
    },
  );
});
