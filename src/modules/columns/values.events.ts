import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event';
import * as schema from '../../rpc/schema';
import { currentItem } from '../items/items.events';

/** Stored forms, which consumers present with the column. Null means no value. */
const storedValue = z.json();

/**
 * Database functions write the events of edits; computed values and replaced users write theirs with the change.
 */
export const valuesEvents = {
  changed: defineEvent('value.changed', {
    when: 'The value of one column of an item changed. Values that are set at creation are part of item.created.',
    subject: 'item',
    payload: { columnId: schema.id('column'), value: storedValue, previousValue: storedValue },
    public: {
      fields: ['columnId'],
      // The values are absent once the item or the column no longer exists.
      read: {
        item: currentItem,
        value: z.json().optional(),
        previousValue: z.json().optional(),
      },
    },
  }),
};
