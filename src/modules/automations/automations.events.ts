import { z } from 'zod';
import type { AutomationId } from '../../kernel/ids';
import { defineEvent } from '../../platform/events/define-event';
import * as schema from '../../rpc/schema';

/** The automation in its state after the change; before a deletion. */
const automation = z.strictObject({ id: schema.id('automation'), name: z.string(), enabled: z.boolean() });

/** Without the name, which can have changed since: clients read automations with automations.list. */
const shown = { automation: automation.pick({ id: true, enabled: true }) };

export const automationsEvents = {
  created: defineEvent('automation.created', {
    when: 'An automation was created.',
    subject: 'board',
    payload: { automation },
    public: { fields: [], read: shown },
  }),
  updated: defineEvent('automation.updated', {
    when: 'The name, trigger, conditions or actions of an automation changed.',
    subject: 'board',
    /** The names of the changed fields. */
    payload: { automation, fields: z.array(z.string()) },
    public: { fields: ['fields'], read: shown },
  }),
  enabled: defineEvent('automation.enabled', {
    when: 'An automation was enabled.',
    subject: 'board',
    payload: { automation },
    public: { fields: [], read: shown },
  }),
  disabled: defineEvent('automation.disabled', {
    when: 'An automation was disabled, by a user or by Trestle.',
    subject: 'board',
    /** `reason` is null when a user disabled it. `userIds` are notified. */
    payload: { automation, reason: z.string().nullable(), userIds: z.array(schema.id('user')) },
    public: { fields: ['reason'], read: shown },
  }),
  notified: defineEvent('automation.notified', {
    when: 'An automation notified users.',
    subject: 'board',
    /** `itemId` is the item that triggered the automation, if one did. */
    payload: {
      automationId: schema.id('automation'),
      itemId: schema.id('item').nullable(),
      userIds: z.array(schema.id('user')),
      message: z.string(),
    },
    public: { internal: 'A message to the users whom it names, who get it as a notification.' },
  }),
  deleted: defineEvent('automation.deleted', {
    when: 'An automation was deleted.',
    subject: 'board',
    payload: { automation },
    public: { fields: [], read: { automation: automation.pick({ id: true }) } },
  }),
};

/** The automation in the payload of its events. */
export function eventDataOf<Shown extends { id: AutomationId; name: string; enabled: boolean }>({
  id,
  name,
  enabled,
}: Shown): Pick<Shown, 'id' | 'name' | 'enabled'> {
  return { id, name, enabled };
}
