import { defineEvent } from '../../platform/events/define-event';
import { template } from './templates.schemas';

const internal = 'Clients read templates with templates.list.';

/** Without the boards of the template, which templates.get returns. */
export const templatesEvents = {
  created: defineEvent('template.created', {
    when: 'A template was created from a board or a project.',
    subject: 'organization',
    payload: { template },
    public: { internal },
  }),
  deleted: defineEvent('template.deleted', {
    when: 'A template was deleted.',
    subject: 'organization',
    payload: { template },
    public: { internal },
  }),
};
