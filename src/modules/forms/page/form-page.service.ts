import { Injectable } from '@nestjs/common';
import { AppError, type InputIssue, InvalidInput } from '../../../kernel/app-error';
import type { ErrorCode } from '../../../kernel/error-code';
import type { GuardedCall } from '../../../access/guarded-call';
import type { FieldValues, SubmittedForm } from '../../../http/bodies/submitted-form';
import { type Page, redirect } from '../../../http/pages/page';
import { continuing } from '../../../http/pages/return-to';
import { FilesConfig } from '../../../platform/config/files.config';
import { sha256Text } from '../../../platform/crypto/digest';
import { HierarchyService } from '../../hierarchy';
import { parseAnswers } from '../answers/parse-answers';
import type { FormCaller } from '../public/form-callers.service';
import type { OpenForm } from '../public/open-form';
import { PublicFormsService } from '../public/public-forms.service';
import type { Accepted } from '../public/submission-writes.service';
import { dayFields } from './day-fields';
import type { PageSettings } from './fields/field-parts';
import { SignInAgain, SubmitAgain, TrapFilled } from './form-page.errors';
import { closedPage, formPage, formPath, submittedPage, TOKEN_FIELD, TRAP_FIELD } from './form.pages';
import { answersOf, defaultValues } from './page-answers';
import { PageReceptionService, type ReceivedPage } from './page-reception.service';
import { PageTokensService } from './page-tokens.service';
import { redirectTarget } from './redirect-target';

/** Failures after which the page shows what was typed again, so that nothing is lost. */
const SHOWN_IN_FORM: ReadonlySet<ErrorCode> = new Set([
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'TOO_MANY_REQUESTS',
  'SERVICE_UNAVAILABLE',
]);

/** The page of a form for respondents (contract §7, `publicUrl`). */
@Injectable()
export class FormPageService {
  constructor(
    private readonly forms: PublicFormsService,
    private readonly hierarchy: HierarchyService,
    private readonly tokens: PageTokensService,
    private readonly reception: PageReceptionService,
    private readonly limits: FilesConfig,
  ) {}

  async show(call: GuardedCall, id: string, isSubmitted: boolean): Promise<Page> {
    const caller = await this.forms.caller(call);
    const form = await this.forms.find(caller, id);
    if (form.settings.requireAuth && caller.rejection !== null) return signIn(caller.rejection, form);
    if (isSubmitted) return submittedPage(form);
    if (form.status === 'closed') return closedPage(form);
    const settings = await this.settings(caller, form);
    const token = this.tokens.issue(form.id, sessionOf(call));
    return formPage({ form, values: defaultValues(form.schema, settings.timeZone), token, settings });
  }

  async submit(call: GuardedCall, id: string, submitted: SubmittedForm): Promise<Page> {
    const caller = await this.forms.caller(call);
    const form = await this.forms.find(caller, id);
    const received = await this.reception.read(call, caller, form, submitted, (before) =>
      this.isAdmitted(call, form, before),
    );
    const { typed, files } = received;
    const token = this.tokens.open(form.id, textOf(typed, TOKEN_FIELD));
    // The session has ended since the page was opened: its answers are shown again. Others do not see the form.
    const isKnown = token !== null && token.sessionId !== null;
    if (form.settings.requireAuth && caller.rejection !== null && !isKnown)
      return signIn(caller.rejection, form);
    const settings = await this.settings(caller, form);
    try {
      const { redirectUrl } = await this.write(call, caller, form, received, settings);
      return redirect(
        redirectUrl === null ? `${formPath(form)}?done=submitted` : redirectTarget(redirectUrl),
      );
    } catch (thrown) {
      const problem = problemOf(thrown);
      if (problem.retryAfterSeconds !== undefined)
        call.request.answerHeaders.set('retry-after', String(problem.retryAfterSeconds));
      const isUsable = token !== null && token.sessionId === sessionOf(call);
      return formPage({
        form,
        values: typed,
        files,
        token: isUsable ? textOf(typed, TOKEN_FIELD) : this.tokens.issue(form.id, sessionOf(call)),
        settings,
        problem,
      });
    }
  }

  private async write(
    call: GuardedCall,
    caller: FormCaller,
    form: OpenForm,
    { typed, files, issues }: ReceivedPage,
    { timeZone }: PageSettings,
  ): Promise<Accepted> {
    if (form.settings.requireAuth && caller.rejection !== null) throw caller.rejection;
    const { key } = this.tokens.check(this.tokens.open(form.id, textOf(typed, TOKEN_FIELD)), sessionOf(call));
    if (textOf(typed, TRAP_FIELD) !== '') throw new TrapFilled();
    const answers = answersOf(form.schema, typed, files, timeZone);
    if (issues.length > 0) throw new InvalidInput([...issues, ...issuesOf(form, answers)]);
    // Other answers are another submission: the respondent went back and changed them.
    const content = [answersOf(form.schema, typed, new Map(), timeZone), contentsOf(files)];
    const pageKey = `${key}.${sha256Text(JSON.stringify(content), 'base64url')}`;
    return this.forms.submit(call, caller, form.id, answers, pageKey);
  }

  /** Whether the files of the page are stored: they are sent before the fields after them are known. */
  private isAdmitted(call: GuardedCall, form: OpenForm, before: FieldValues): boolean {
    const token = this.tokens.open(form.id, textOf(before, TOKEN_FIELD));
    return token !== null && token.sessionId === sessionOf(call) && textOf(before, TRAP_FIELD) === '';
  }

  private async settings({ organizationId, userId }: FormCaller, form: OpenForm): Promise<PageSettings> {
    const context = { organizationId, transaction: null };
    const { timeZone } = await this.hierarchy.calendar(context);
    const names = userId === null ? null : await this.hierarchy.memberNames(context, [userId]);
    const memberName = userId === null ? null : (names?.get(userId) ?? '');
    const board = await this.hierarchy.boardFacts(context, form.boardId);
    return {
      timeZone,
      memberName,
      dayFields: dayFields(form, board),
      maxFileMebibytes: this.limits.maxMebibytes,
    };
  }
}

function signIn(rejection: AppError, form: OpenForm): Page {
  if (rejection.code !== 'UNAUTHORIZED') throw rejection;
  return redirect(continuing('/signin', formPath(form)));
}

function sessionOf({ person }: GuardedCall): string | null {
  return person?.credential.id ?? null;
}

/** What the schema rejects in addition. */
function issuesOf({ schema }: OpenForm, answers: unknown): readonly InputIssue[] {
  try {
    parseAnswers(schema, answers);
    return [];
  } catch (rejection) {
    if (rejection instanceof InvalidInput) return rejection.issues!;
    throw rejection;
  }
}

/** A repeat uploads its files again, with other ids. */
function contentsOf(files: ReceivedPage['files']): string[][] {
  return [...files].map(([key, each]) => [key, ...each.flatMap(({ name, sha256 }) => [name, sha256])]);
}

function textOf(typed: FieldValues, name: string): string {
  return typed.get(name)?.join('') ?? '';
}

function problemOf(thrown: unknown): AppError {
  if (!(thrown instanceof AppError) || !SHOWN_IN_FORM.has(thrown.code)) throw thrown;
  if (thrown.code === 'UNAUTHORIZED') return new SignInAgain();
  // Of concurrent changes: the messages are for programs.
  if (thrown.code === 'CONFLICT' && thrown.reason === undefined) return new SubmitAgain();
  return thrown;
}
