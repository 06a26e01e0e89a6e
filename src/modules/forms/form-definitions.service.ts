import { Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error';
import type { CallContext } from '../../access/principal';
import { type BoardFacts, HierarchyService } from '../hierarchy';
import { GroupNotOfBoard } from './forms.errors';
import type { FormContent } from './forms.repository';
import type { Settings, SettingsInput } from './forms.schemas';
import { MappingsService } from './mapping/mappings.service';
import { rejectDefaults } from './schema/default-answers';

/** Checks what a form refers to: fields, columns, groups and users. */
@Injectable()
export class FormDefinitionsService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly mappings: MappingsService,
  ) {}

  /** Rejects content that does not fit the board; a published form must also be able to fill its required columns. */
  async check(context: CallContext, board: BoardFacts, content: FormContent): Promise<void> {
    const { schema, mappings, status } = content;
    rejectDefaults(schema);
    await this.mappings.check(context, board, schema, mappings);
    if (status === 'published') this.mappings.rejectUnfilled(board, schema, mappings);
  }

  /** The settings after a change: those that it omits keep their values. Checks the new ids. */
  async settings(
    context: CallContext,
    board: BoardFacts,
    previous: Settings,
    given: SettingsInput = {},
  ): Promise<Settings> {
    const { groupId, notifyOnSubmit, successMessage, redirectUrl, requireAuth, allowMultiple } = given;
    if (groupId && !board.groupsById.has(groupId)) {
      await this.hierarchy.boardOfGroup(context, groupId);
      throw new GroupNotOfBoard();
    }
    const added = notifyOnSubmit?.filter((id) => !previous.notifyOnSubmit.includes(id)) ?? [];
    const members = added.length === 0 ? new Map() : await this.hierarchy.memberNames(context, added);
    const missing = added.find((id) => !members.has(id));
    if (missing !== undefined) throw noSuchMember(notifyOnSubmit!.indexOf(missing));
    return {
      successMessage: successMessage ?? previous.successMessage,
      redirectUrl: redirectUrl === undefined ? previous.redirectUrl : redirectUrl,
      notifyOnSubmit: notifyOnSubmit ?? previous.notifyOnSubmit,
      groupId: groupId === undefined ? previous.groupId : groupId,
      requireAuth: requireAuth ?? previous.requireAuth,
      allowMultiple: allowMultiple ?? previous.allowMultiple,
    };
  }
}

/** Without the id, so that the error for a member of another organization is identical to that for a missing one. */
function noSuchMember(at: number): AppError {
  const issue = { path: `settings.notifyOnSubmit.${at}`, message: 'No such member' };
  return new AppError('NOT_FOUND', issue.message, { issues: [issue] });
}
