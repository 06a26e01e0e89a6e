import type { DomainEvent } from '../../platform/jobs/outbox';
import type { ProjectOutput } from './projects.schemas';

const projectEvent =
  (type: string) =>
  (project: ProjectOutput): DomainEvent => ({ type, data: { project } });

/** The record as it is after the change (before it, for a deletion). Boards made with a project have their own events. */
export const projectsEvents = {
  created: projectEvent('project.created'),
  updated: projectEvent('project.updated'),
  archived: projectEvent('project.archived'),
  restored: projectEvent('project.restored'),
  deleted: projectEvent('project.deleted'),
};
