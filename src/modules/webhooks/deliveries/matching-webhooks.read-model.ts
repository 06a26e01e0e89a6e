import { Injectable } from '@nestjs/common';
import type { BoardId, OrganizationId, ProjectId, WebhookId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import type { EventHead } from '../../../platform/events/log/event-log';
import type { ScheduledEvent } from './deliveries.repository';

/** The part of a webhook that decides which events it gets. */
export interface WebhookFilter {
  readonly organizationId: OrganizationId;
  readonly id: WebhookId;
  readonly events: readonly string[];
  readonly projectId: ProjectId | null;
}

export type EnabledWebhook = WebhookFilter & { readonly enabledAfterSequence: number };
export type OrganizationEvent = EventHead & { readonly organizationId: OrganizationId };

// Locked until the deliveries are committed: those of a webhook that is disabled or deleted meanwhile end with the others.
const ENABLED = statement(
  'webhooks.enabled',
  `select organization_id as "organizationId", id, events, project_id as "projectId",
     enabled_after_sequence::float8 as "enabledAfterSequence"
   from webhooks where organization_id = any ($1) and disabled_at is null for share`,
);

// Deleted boards too, because their deletion is an event.
const PROJECTS = statement(
  'webhooks.projects-of-boards',
  `select board.id, board.project_id as "projectId"
   from json_to_recordset($1) as given (organization_id text, id text)
   join boards board on board.organization_id = given.organization_id and board.id = given.id`,
);

/** Which webhooks get which events. */
@Injectable()
export class MatchingWebhooksReadModel {
  constructor(private readonly database: Database) {}

  /** The enabled webhooks of these organizations; without any, this is the only statement for a batch of events. */
  enabled(
    tx: InTransaction<DatabaseContext>,
    organizationIds: readonly OrganizationId[],
  ): Promise<EnabledWebhook[]> {
    return this.database.query<EnabledWebhook>(tx, ENABLED, [organizationIds]);
  }

  /** Each pair of a webhook and an event that it gets, in the order of the events. */
  async pairs<Webhook extends WebhookFilter>(
    context: DatabaseContext,
    webhooks: readonly Webhook[],
    events: readonly OrganizationEvent[],
    isWanted: (webhook: Webhook, event: OrganizationEvent) => boolean = () => true,
  ): Promise<ScheduledEvent[]> {
    const candidates = events.flatMap((event) =>
      webhooks
        .filter(
          (webhook) =>
            webhook.organizationId === event.organizationId &&
            webhook.events.includes(event.type) &&
            isWanted(webhook, event),
        )
        .map((webhook) => ({ webhook, event })),
    );
    const projects = await this.projectsOf(
      context,
      candidates.filter(({ webhook }) => webhook.projectId !== null).map(({ event }) => event),
    );
    return candidates
      .filter(
        ({ webhook: { projectId }, event: { boardId } }) =>
          projectId === null || (boardId !== null && projects.get(boardId) === projectId),
      )
      .map(({ webhook, event }) => ({
        organizationId: event.organizationId,
        webhookId: webhook.id,
        eventId: event.id,
        eventType: event.type,
        eventSequence: event.sequence,
        eventDay: event.day,
        itemId: event.itemId,
      }));
  }

  private async projectsOf(
    context: DatabaseContext,
    events: readonly OrganizationEvent[],
  ): Promise<Map<BoardId, ProjectId>> {
    const boards = new Map<BoardId, OrganizationId>();
    for (const { boardId, organizationId } of events)
      if (boardId !== null) boards.set(boardId, organizationId);
    if (boards.size === 0) return new Map();
    const given = [...boards].map(([id, organizationId]) => ({ organization_id: organizationId, id }));
    const rows = await this.database.query<{ id: BoardId; projectId: ProjectId }>(context, PROJECTS, [
      JSON.stringify(given),
    ]);
    return new Map(rows.map(({ id, projectId }) => [id, projectId]));
  }
}
