import { Controller, Get, Post, Query } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error';
import type { GuardedCall } from '../../../access/guarded-call';
import { FormBody, type FormFields } from '../../../http/pages/form-body';
import { type Page, redirect } from '../../../http/pages/page';
import { PageCalls } from '../../../rpc/page-calls';
import { PageRoute } from '../../../http/pages/page-route.decorator';
import { problemOf } from '../../../http/pages/page-problem';
import { RequestInOrganization } from '../../../http/pages/request-in-organization';
import { Call } from '../../../http/routes/call.decorator';
import { queryText } from '../query-text';
import { RouteNotFound } from '../route-not-found';
import { PageSessionService } from '../page-session.service';
import { SETTINGS } from './settings-paths';
import { pathInOrganization, ShownOrganizationsService } from './shown-organizations.service';
import { OfferedPlacesService } from './offered-places.service';
import { type ShownTokens, tokensPage } from './tokens.page';

const NONE: ShownTokens = { tokens: [], nextCursor: null };
const PER_PAGE = 50;

/** Lists and revokes personal access tokens, for one organization at a time. */
@Controller('settings/account/tokens')
export class TokensSettingsHttpController {
  constructor(
    private readonly pageSessions: PageSessionService,
    private readonly calls: PageCalls,
    private readonly organizations: ShownOrganizationsService,
    private readonly places: OfferedPlacesService,
  ) {}

  @Get()
  @PageRoute()
  show(@Call() { request }: GuardedCall, @Query() query: Record<string, unknown>): Promise<Page> {
    const notice = query['done'] === 'revoked' ? 'Token revoked. It no longer works.' : undefined;
    return this.pageSessions.only(request, SETTINGS.tokens, async (session) => {
      const slugs = await this.organizations.slugs(request, session);
      const slug = queryText(query['organization']) || slugs[0] || null;
      if (slug === null) return tokensPage(session, { slug, slugs, shown: NONE });
      if (!slugs.includes(slug)) throw new RouteNotFound();
      const cursor = queryText(query['cursor']);
      const input = { limit: PER_PAGE, ...(cursor === '' ? {} : { cursor }) };
      try {
        const inside = new RequestInOrganization(request, slug);
        const shown = await this.calls.call<ShownTokens>(inside, 'auth.tokens.list', input);
        const placeNames = await this.places.namesOf(inside, placesOf(shown));
        return tokensPage(session, { slug, slugs, shown, placeNames, notice });
      } catch (thrown) {
        return tokensPage(session, { slug, slugs, shown: NONE, problem: problemOf(thrown) });
      }
    });
  }

  @Post()
  @PageRoute()
  revoke(@Call() { request }: GuardedCall, @FormBody() fields: FormFields): Promise<Page> {
    return this.pageSessions.sent(request, SETTINGS.tokens, fields, async (session) => {
      const { id = '', organization = '' } = fields;
      if (!(await this.organizations.slugs(request, session)).includes(organization))
        throw new RouteNotFound();
      try {
        const inside = new RequestInOrganization(request, organization);
        await this.calls.call(inside, 'auth.tokens.revoke', { tokenId: id });
      } catch (thrown) {
        // Already revoked, which is the requested result.
        if (!(thrown instanceof AppError) || thrown.code !== 'NOT_FOUND') throw thrown;
      }
      return redirect(`${pathInOrganization(SETTINGS.tokens, organization)}&done=revoked`);
    });
  }
}

function placesOf({ tokens }: ShownTokens): string[] {
  return tokens.flatMap(({ workspaceIds, boardIds }) => [...(workspaceIds ?? []), ...(boardIds ?? [])]);
}
