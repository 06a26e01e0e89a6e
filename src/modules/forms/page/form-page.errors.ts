import { AppError } from '../../../kernel/app-error';

/** Rejections of the page itself. The page shows them with what was typed, and the respondent can submit it again. */

export class PageExpired extends AppError {
  constructor() {
    super('BAD_REQUEST', 'This page has expired; check your answers and submit them again');
  }
}

export class SessionChanged extends AppError {
  constructor() {
    super('FORBIDDEN', 'You have signed in or out in the meantime; check your answers and submit them again');
  }
}

export class SubmittedTooFast extends AppError {
  constructor() {
    super(
      'BAD_REQUEST',
      'The form was submitted faster than people can fill it in; wait a moment and submit it again',
    );
  }
}

/** Some browser extensions fill in hidden fields too. */
export class TrapFilled extends AppError {
  constructor() {
    super(
      'BAD_REQUEST',
      'A field that people do not see was filled in; it is empty again, submit the form again',
    );
  }
}

export class SignInAgain extends AppError {
  constructor() {
    super('UNAUTHORIZED', 'You are not signed in any more');
  }
}

/** The form or its board changed at the same time. */
export class SubmitAgain extends AppError {
  constructor() {
    super('CONFLICT', 'The form could not be submitted just now; submit it again');
  }
}
