import { AppError } from '../../kernel/app-error';

/** The plan of the organization has no directories (contract §9). */
export class DirectoryNotIncluded extends AppError {
  constructor() {
    super('FORBIDDEN', 'SCIM requires the business or enterprise plan', { reason: 'plan' });
  }
}
