import { type AppError, InvalidInput } from '../../../kernel/app-error';
import type { AutomationRecord } from '../automation.record';
import { withoutNames } from '../running/without-names';

export const HEADERS_NOT_COPIED =
  'Copied without the values of headers, which only the creator of the original sees';

export const SIGNING_SECRET_NOT_COPIED =
  'Copied without the signing secret of its hook, which only the creator of the original knows';

/** Why the check of a copy has failed. Without names of other boards: all who see the board of the copy read it. */
export function problemFrom(
  error: AppError,
  { boardId, actions }: Pick<AutomationRecord, 'boardId' | 'actions'>,
): string {
  const [issue] = error.issues ?? [];
  const [, index] = /^actions\.(\d+)\./.exec(issue?.path ?? '') ?? [];
  const config = index === undefined ? {} : actions[Number(index)]!.config;
  const isElsewhere = 'boardId' in config && config.boardId !== boardId;
  const shown = isElsewhere
    ? withoutNames(error instanceof InvalidInput ? new InvalidInput([issue!]) : error)
    : error;
  return `Copied with a part that the copy does not have: ${shown.message}`;
}

/** The reason of a disabled original that applies to the copy. Others are about the original, its board or its creator. */
export function inheritedReason({ disabledReason }: Pick<AutomationRecord, 'disabledReason'>): string | null {
  return disabledReason === HEADERS_NOT_COPIED || disabledReason === SIGNING_SECRET_NOT_COPIED
    ? disabledReason
    : null;
}
