import { Injectable } from '@nestjs/common';
import type { ColumnId, CommentId, UserId } from '../../../kernel/ids';
import type { Json } from '../../../kernel/json';
import { type ColumnTypeName, type StoredValue } from '../../../column-types/column-type';
import { columnTypes } from '../../../column-types/types';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { automationsEvents } from '../../automations/automations.events';
import { valuesEvents } from '../../columns/values.events';
import { commentsEvents } from '../../comments/comments.events';
import { formsEvents } from '../../forms/forms.events';
import { itemsEvents } from '../../items/items.events';
import { membersEvents } from '../../members/members.events';
import type { NewNotification } from '../notifications.repository';
import { possibleAssignment, type PossibleAssignment } from './assignments';
import type { NotifyingEvent } from './notifying-events';
import { SourcesReadModel } from './sources.read-model';

/** Whom events concern, whether or not they see the record and want to be notified. */
@Injectable()
export class CandidatesService {
  constructor(private readonly sources: SourcesReadModel) {}

  async of(
    tx: InTransaction<DatabaseContext>,
    events: readonly NotifyingEvent[],
  ): Promise<NewNotification[]> {
    const participants = await this.sources.participants(
      tx,
      events.flatMap((event) => {
        if (!commentsEvents.created.is(event) || event.data.parentId === null) return [];
        const { commentId: id, parentId } = event.data;
        return [{ organizationId: event.organizationId, id, parentId }];
      }),
    );
    const types = await this.sources.columnTypes(
      tx,
      events.flatMap((event) =>
        assignmentsOf(event).map(({ columnId: id }) => ({ organizationId: event.organizationId, id })),
      ),
    );
    return (
      events
        .flatMap((event) => [
          ...mentions(event),
          ...replies(event, participants),
          ...assignments(event, types),
          ...submissions(event),
          ...acceptances(event),
          ...messages(event),
          ...disabledAutomations(event),
        ])
        // No one is notified of their own actions.
        .filter(({ userId, actorId }) => userId !== actorId)
    );
  }
}

function mentions(event: NotifyingEvent): NewNotification[] {
  if (commentsEvents.created.is(event))
    return event.data.mentions.map((userId) => about(event, 'mention', userId, event.data.commentId));
  if (commentsEvents.updated.is(event))
    return event.data.addedMentions.map((userId) => about(event, 'mention', userId, event.data.commentId));
  return [];
}

function replies(event: NotifyingEvent, participants: ReadonlyMap<CommentId, UserId[]>): NewNotification[] {
  if (!commentsEvents.created.is(event)) return [];
  const { commentId } = event.data;
  return (participants.get(commentId) ?? []).map((userId) => about(event, 'reply', userId, commentId));
}

function assignments(event: NotifyingEvent, types: ReadonlyMap<ColumnId, ColumnTypeName>): NewNotification[] {
  return assignmentsOf(event).flatMap(({ columnId, userIds }) => {
    const type = types.get(columnId);
    const isOfUsers =
      type !== undefined && columnTypes[type].references(userIds as StoredValue)?.noun === 'member';
    if (!isOfUsers) return [];
    return userIds.map((userId) => ({ ...about(event, 'assignment', userId), details: { columnId } }));
  });
}

function assignmentsOf(event: NotifyingEvent): PossibleAssignment[] {
  if (valuesEvents.changed.is(event)) {
    const { columnId, value, previousValue } = event.data;
    const assignment = possibleAssignment(columnId, value as Json, previousValue as Json);
    return assignment === null ? [] : [assignment];
  }
  if (!itemsEvents.created.is(event) || event.data.isImported) return [];
  return Object.entries(event.data.values).flatMap(([columnId, value]) => {
    const assignment = possibleAssignment(columnId as ColumnId, value as Json);
    return assignment === null ? [] : [assignment];
  });
}

/** The users whom the form named when it was submitted. */
function submissions(event: NotifyingEvent): NewNotification[] {
  if (!formsEvents.submitted.is(event)) return [];
  const { form, submissionId, itemId, notifyOnSubmit } = event.data;
  const details = { formId: form.id, submissionId };
  return notifyOnSubmit.map((userId) => ({ ...about(event, 'form_submission', userId), itemId, details }));
}

/** The person is no member when they are invited, so the inviter is notified when they join. */
function acceptances(event: NotifyingEvent): NewNotification[] {
  if (!membersEvents.invitationAccepted.is(event)) return [];
  const { invitationId, invitedBy, userId } = event.data;
  return [{ ...about(event, 'invitation', invitedBy), actorId: userId, details: { invitationId } }];
}

/** The users whom an action of an automation names. */
function messages(event: NotifyingEvent): NewNotification[] {
  if (!automationsEvents.notified.is(event)) return [];
  const { automationId, itemId, userIds, message: text } = event.data;
  const details = { automationId, text };
  return userIds.map((userId) => ({ ...about(event, 'automation', userId), itemId, details }));
}

/** The creator of an automation that Trestle disabled, or those who can enable it. */
function disabledAutomations(event: NotifyingEvent): NewNotification[] {
  if (!automationsEvents.disabled.is(event) || event.data.reason === null) return [];
  const { automation, reason: text, userIds } = event.data;
  const details = { automationId: automation.id, text };
  return userIds.map((userId) => ({ ...about(event, 'automation_disabled', userId), details }));
}

function about(
  event: NotifyingEvent,
  kind: NewNotification['kind'],
  userId: UserId,
  commentId: CommentId | null = null,
): NewNotification {
  const { organizationId, id: source, actorId, boardId, itemId } = event;
  return { organizationId, userId, source, kind, actorId, boardId, itemId, commentId, details: {} };
}
