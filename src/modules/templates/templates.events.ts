import type { DomainEvent } from '../../platform/jobs/outbox';
import type { TemplateOutput } from './templates.schemas';

const templateEvent =
  (type: string) =>
  (template: TemplateOutput): DomainEvent => ({ type, data: { template } });

/** Without what is in it: templates.get shows that. */
export const templatesEvents = {
  created: templateEvent('template.created'),
  deleted: templateEvent('template.deleted'),
};
