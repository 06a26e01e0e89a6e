import { AppError, InvalidInput, type InputIssue } from '../../kernel/app-error';
import { GROUPS_MAX } from './people-groups.schemas';

/** The group changed after the version that the write expects. */
export class GroupChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The group has changed since it was read; read it again');
  }
}

export class GroupNameTaken extends AppError {
  constructor() {
    const issue = { path: 'name', message: 'Another group of the organization has this name' };
    super('CONFLICT', `${issue.path}: ${issue.message}`, { issues: [issue] });
  }
}

export class GroupOfDirectory extends AppError {
  constructor() {
    super('CONFLICT', 'The directory of the organization manages this group; change it there');
  }
}

export class GroupLimitExceeded extends InvalidInput {
  constructor() {
    super([{ path: '', message: `An organization can have at most ${GROUPS_MAX} groups` }]);
  }
}

/** Names each user who is not in the organization, or not in the group. */
export class GroupMembersNotFound extends AppError {
  constructor(issues: readonly InputIssue[]) {
    const [{ path, message }] = issues as [InputIssue];
    super('NOT_FOUND', `${path}: ${message}`, { issues });
  }
}
