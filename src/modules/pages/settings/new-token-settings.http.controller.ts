import { Controller, Get, Post, Query } from '@nestjs/common';
import { AppError, InvalidInput } from '../../../kernel/app-error';
import type { GuardedCall } from '../../../access/guarded-call';
import type { IncomingRequest } from '../../../access/incoming-request';
import { FormBody, type FormFields } from '../../../http/pages/form-body';
import { type Page, redirect } from '../../../http/pages/page';
import { problemOf } from '../../../http/pages/page-problem';
import { PageRoute } from '../../../http/pages/page-route.decorator';
import { RequestInOrganization } from '../../../http/pages/request-in-organization';
import { Call } from '../../../http/routes/call.decorator';
import { randomSecret } from '../../../platform/crypto/random';
import { PageCalls } from '../../../rpc/page-calls';
import { queryText } from '../query-text';
import { RouteNotFound } from '../route-not-found';
import { type PageSession, PageSessionService } from '../page-session.service';
import { type CreatedToken, createdTokenPage, newTokenPage } from './new-token.page';
import { SETTINGS } from './settings-paths';
import { ShownOrganizationsService } from './shown-organizations.service';
import { type OfferedPlace, OfferedPlacesService } from './offered-places.service';
import { atTypedFields, tokenInput, type TypedToken, typedToken } from './typed-token';

/** Where the form is shown, and with what. */
interface Shown {
  slug: string;
  slugs: readonly string[];
  typed: TypedToken | null;
  problem?: AppError | null;
}

/** The form that creates a personal access token: the only way for users who sign in without a password. */
@Controller('settings/account/tokens/new')
export class NewTokenSettingsHttpController {
  constructor(
    private readonly pageSessions: PageSessionService,
    private readonly calls: PageCalls,
    private readonly organizations: ShownOrganizationsService,
    private readonly places: OfferedPlacesService,
  ) {}

  @Get()
  @PageRoute()
  show(@Call() { request }: GuardedCall, @Query() query: Record<string, unknown>): Promise<Page> {
    return this.pageSessions.only(request, SETTINGS.newToken, async (session) => {
      const slugs = await this.organizations.slugs(request, session);
      const slug = queryText(query['organization']) || slugs[0];
      if (slug === undefined) return redirect(SETTINGS.tokens);
      if (!slugs.includes(slug)) throw new RouteNotFound();
      return this.form(request, session, { slug, slugs, typed: null });
    });
  }

  @Post()
  @PageRoute()
  create(@Call() { request }: GuardedCall, @FormBody() fields: FormFields): Promise<Page> {
    return this.pageSessions.sent(request, SETTINGS.newToken, fields, async (session) => {
      const { organization: slug = '', attempt = '', step } = fields;
      const slugs = await this.organizations.slugs(request, session);
      if (!slugs.includes(slug)) throw new RouteNotFound();
      const typed = typedToken(fields);
      if (step === 'find')
        return this.form(request, session, {
          slug,
          slugs,
          typed,
          problem: typed.find === '' ? nothingToFind() : null,
        });
      try {
        // Sent again, as when the page with the secret is reloaded, the form creates no second token.
        const inside = new RequestInOrganization(request, slug, attempt);
        const created = await this.calls.call<CreatedToken>(inside, 'auth.tokens.create', tokenInput(typed));
        return createdTokenPage(slug, created);
      } catch (thrown) {
        const problem = problemOf(thrown);
        return this.form(request, session, { slug, slugs, typed, problem: shownProblem(problem, typed) });
      }
    });
  }

  private async form(request: IncomingRequest, session: PageSession, shown: Shown): Promise<Page> {
    const { slug, typed, problem = null } = shown;
    const inside = new RequestInOrganization(request, slug);
    const of = { ...shown, problem, attempt: randomSecret() };
    const chosen = typed?.chosenPlaces ?? [];
    try {
      const { maxTokenLifetimeDays: maxDays } = await this.calls.call<{
        maxTokenLifetimeDays: number | null;
      }>(inside, 'organizations.get');
      const offered = await this.places.offered(inside, typed?.find ?? '');
      const names = await this.places.namesOf(inside, chosen);
      const places = [...named(chosen, names), ...offered.filter(({ id }) => !chosen.includes(id))];
      const hasFoundNone = offered.length === 0 && Boolean(typed?.find);
      return newTokenPage(session, { ...of, maxDays, places, hasFoundNone });
    } catch (thrown) {
      // Such as an organization that requires a second factor first.
      const rejected = { problem: problem ?? problemOf(thrown), maxDays: null, hasFoundNone: false };
      return newTokenPage(session, { ...of, ...rejected, places: named(chosen, new Map()) });
    }
  }
}

/** What has no name keeps its box: unchecked, it would silently be a limit less. */
function named(ids: readonly string[], names: ReadonlyMap<string, string>): OfferedPlace[] {
  return ids.map((id) => ({ id, name: names.get(id) ?? id }));
}

/** Browsers also press the first button of a form when Enter is pressed in another field. */
function nothingToFind(): AppError {
  return InvalidInput.at('find', 'Enter words of a name; the last button of the form creates the token');
}

function shownProblem(problem: AppError, typed: TypedToken): AppError {
  return problem.code === 'CONFLICT'
    ? new AppError(
        'CONFLICT',
        'This form has already created a token, whose secret is not shown again; revoke that token if you have not saved the secret, or send the form to create another one',
      )
    : atTypedFields(problem, typed);
}
