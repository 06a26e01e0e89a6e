import { AppError } from '../../kernel/app-error';

export class AlreadyAMember extends AppError {
  constructor() {
    super('CONFLICT', 'This person is a member of the organization already');
  }
}
