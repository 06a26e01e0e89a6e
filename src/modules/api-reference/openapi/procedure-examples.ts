import { exampleId } from './example-of';

/** Examples of procedures whose schema requires more than JSON Schema expresses. All others are derived from their schema. */
export const PROCEDURE_EXAMPLES: Readonly<Record<string, object>> = {
  'activity.list': { itemId: exampleId('itm') },
  'auth.sessions.revoke': { id: exampleId('ses') },
  'auth.twoFactor.disable': { code: '123456' },
  'auth.twoFactor.renewCodes': { code: '123456' },
  'automations.dryRun': { id: exampleId('aut'), itemId: exampleId('itm') },
  'automations.preview': { cron: '0 9 * * 1', count: 3 },
  'boards.import': { id: exampleId('brd'), file: { content: 'Name\nBolts\n' } },
  'invitations.accept': { token: 'the-token-of-the-invitation' },
  'items.bulkUpdate': { itemIds: [exampleId('itm')], changes: { [exampleId('col')]: 'A new value' } },
  'items.create': { boardId: exampleId('brd'), groupId: exampleId('grp'), name: 'Order 100 bolts' },
  'items.setValue': { itemId: exampleId('itm'), columnId: exampleId('col'), value: 'A new value' },
  'items.update': { id: exampleId('itm'), name: 'Order 200 bolts' },
  'notifications.markRead': { all: true },
  'notifications.preferences.update': { preferences: { due: { inApp: true } } },
  'oauth.apps.create': {
    name: 'Dashboard',
    redirectUris: ['https://dashboard.example.com/callback'],
    scopes: ['read'],
  },
  'organizations.members.invite': { email: 'grace@example.com', role: 'member' },
  'sso.domains.add': { domain: 'example.com' },
  'templates.create': { boardId: exampleId('brd'), name: 'Orders' },
  'webhooks.create': {
    name: 'Orders',
    url: 'https://hooks.example.com/orders',
    events: ['item.created'],
  },
  'webhooks.replay': { id: exampleId('whk'), from: '2026-01-15T09:00:00.000Z' },
};
