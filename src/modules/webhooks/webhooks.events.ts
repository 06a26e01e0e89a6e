import { defineEvent } from '../../platform/events/define-event';
import { webhook as webhookRecord } from './webhooks.schemas';

const internal = 'Settings of webhooks, whose changes audit.list shows.';

const webhook = webhookRecord.pick({
  id: true,
  name: true,
  url: true,
  events: true,
  projectId: true,
  enabled: true,
  disabledReason: true,
});

/** The webhook after the change; for a deletion, before it. Never with a secret. */
export const webhooksEvents = {
  created: defineEvent('webhook.created', {
    when: 'A webhook was created.',
    subject: 'organization',
    payload: { webhook },
    public: { internal },
  }),
  updated: defineEvent('webhook.updated', {
    when: 'A webhook was changed, enabled or disabled by an administrator.',
    subject: 'organization',
    payload: { webhook },
    public: { internal },
  }),
  disabled: defineEvent('webhook.disabled', {
    when: 'A webhook was disabled because its receiver responded with 410 or failed for five days.',
    subject: 'organization',
    payload: { webhook },
    public: { internal },
  }),
  secretRotated: defineEvent('webhook.secret_rotated', {
    when: 'The secret of a webhook was rotated.',
    subject: 'organization',
    payload: { webhook },
    public: { internal },
  }),
  deleted: defineEvent('webhook.deleted', {
    when: 'A webhook was deleted.',
    subject: 'organization',
    payload: { webhook },
    public: { internal },
  }),
};

/** The part of a webhook that its events contain. */
export function eventDataOf(output: (typeof webhookRecord)['_output']): (typeof webhook)['_output'] {
  const { id, name, url, events, projectId, enabled, disabledReason } = output;
  return { id, name, url, events, projectId, enabled, disabledReason };
}
