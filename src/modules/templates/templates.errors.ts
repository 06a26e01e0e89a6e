import { InvalidInput } from '../../kernel/app-error';
import { TEMPLATE_BOARDS_MAX } from './templates.schemas';

export class TemplateTooLarge extends InvalidInput {
  constructor(path: 'boardId' | 'projectId') {
    super([{ path, message: 'Has more in its columns than a template holds (10 MiB)' }]);
  }
}

export class TooManyBoards extends InvalidInput {
  constructor() {
    super([{ path: 'projectId', message: `A template holds at most ${TEMPLATE_BOARDS_MAX} boards` }]);
  }
}
