import { InvalidInput } from '../../kernel/app-error';
import { TEMPLATE_BOARDS_MAX } from './templates.schemas';

export class TemplateTooLarge extends InvalidInput {
  constructor(path: 'boardId' | 'projectId') {
    super([{ path, message: 'The columns exceed the size limit of a template (10 MiB)' }]);
  }
}

export class TooManyBoards extends InvalidInput {
  constructor() {
    super([{ path: 'projectId', message: `A template can have at most ${TEMPLATE_BOARDS_MAX} boards` }]);
  }
}
