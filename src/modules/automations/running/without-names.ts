import { AppError } from '../../../kernel/app-error';

/**
 * Why an action on another board failed, without the names of its columns and items: everyone who sees the board of the
 * automation reads its log. The paths contain ids, which the action shows anyway.
 */
export function withoutNames(error: AppError): AppError {
  const { code, issues = [], message, reason } = error;
  const paths = issues.map(({ path }) => path).join(', ');
  if (code === 'BAD_REQUEST')
    return new AppError(code, `The other board does not accept this${paths === '' ? '' : `: ${paths}`}`);
  if (reason === 'board_archived') return new AppError(code, 'The other board is archived', { reason });
  if (code === 'CONFLICT') return new AppError(code, 'This conflicts with another item of the other board');
  return new AppError(code, message);
}
