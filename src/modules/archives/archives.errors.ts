import { AppError } from '../../kernel/app-error';

export class ExportRunning extends AppError {
  constructor() {
    super('CONFLICT', 'An export of the organization is running; wait until it has ended');
  }
}

export class ExportNotFound extends AppError {
  constructor() {
    super('NOT_FOUND', 'Export not found');
  }
}

export class ExportNotReady extends AppError {
  constructor() {
    super('CONFLICT', 'The archive is not complete; organizations.exports.get shows its status');
  }
}
