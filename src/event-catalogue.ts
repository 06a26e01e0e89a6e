import { accountsEvents } from './modules/accounts/accounts.events';
import { automationsEvents } from './modules/automations/automations.events';
import {
  boardMembersEvents,
  boardOrdersEvents,
  boardsEvents,
  groupsEvents,
} from './modules/boards/boards.events';
import { columnsEvents } from './modules/columns/columns.events';
import { valuesEvents } from './modules/columns/values.events';
import { commentsEvents } from './modules/comments/comments.events';
import { formsEvents, submissionsEvents } from './modules/forms/forms.events';
import { itemsEvents } from './modules/items/items.events';
import { membersEvents } from './modules/members/members.events';
import { notificationsEvents } from './modules/notifications/notifications.events';
import { oauthEvents } from './modules/oauth/oauth.events';
import { organizationsEvents } from './modules/organizations/organizations.events';
import { projectsEvents } from './modules/projects/projects.events';
import { scimEvents } from './modules/scim/scim.events';
import { ssoEvents } from './modules/sso/sso.events';
import { templatesEvents } from './modules/templates/templates.events';
import { tokensEvents } from './modules/tokens/tokens.events';
import { viewsEvents } from './modules/views/views.events';
import { webhooksEvents } from './modules/webhooks/webhooks.events';
import { peopleGroupsEvents } from './modules/people-groups/people-groups.events';
import {
  workspaceGroupsEvents,
  workspaceMembersEvents,
  workspacesEvents,
} from './modules/workspaces/workspaces.events';
import type { EventDefinition } from './platform/events/define-event';

/** Every event of the service. Boot rejects a subscriber of any other event, and the outbox its rows. */
export const EVENTS: readonly EventDefinition[] = [
  itemsEvents,
  commentsEvents,
  valuesEvents,
  columnsEvents,
  groupsEvents,
  boardsEvents,
  boardOrdersEvents,
  boardMembersEvents,
  viewsEvents,
  notificationsEvents,
  formsEvents,
  submissionsEvents,
  automationsEvents,
  projectsEvents,
  templatesEvents,
  workspacesEvents,
  peopleGroupsEvents,
  workspaceGroupsEvents,
  workspaceMembersEvents,
  membersEvents,
  accountsEvents,
  tokensEvents,
  oauthEvents,
  ssoEvents,
  scimEvents,
  organizationsEvents,
  webhooksEvents,
].flatMap((definitions): EventDefinition[] => Object.values(definitions));
