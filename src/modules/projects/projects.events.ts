import { defineEvent } from '../../platform/events/define-event';
import { project } from './projects.schemas';

const internal = 'Clients read projects with projects.list; the boards of a project have public events.';

/** The record after the change; for a deletion, before it. Boards that are created with a project have their own events. */
export const projectsEvents = {
  created: defineEvent('project.created', {
    when: 'A project was created or duplicated.',
    subject: 'organization',
    payload: { project },
    public: { internal },
  }),
  updated: defineEvent('project.updated', {
    when: 'The name, the description or the icon of a project changed.',
    subject: 'organization',
    payload: { project },
    public: { internal },
  }),
  archived: defineEvent('project.archived', {
    when: 'A project was archived.',
    subject: 'organization',
    payload: { project },
    public: { internal },
  }),
  restored: defineEvent('project.restored', {
    when: 'A project was restored from the archive.',
    subject: 'organization',
    payload: { project },
    public: { internal },
  }),
  deleted: defineEvent('project.deleted', {
    when: 'A project was deleted with its boards.',
    subject: 'organization',
    payload: { project },
    public: { internal },
  }),
};
