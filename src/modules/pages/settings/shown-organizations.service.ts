import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../../access/incoming-request';
import { TenantFinder } from '../../../access/tenant-finder';
import { html, type Html } from '../../../http/pages/html';
import type { PageSession } from '../page-session.service';

/** Selects the organization of a settings page that shows one organization at a time. */
@Injectable()
export class ShownOrganizationsService {
  constructor(private readonly tenants: TenantFinder) {}

  /** The user's organizations; at the host of an organization, only that one. */
  async slugs(request: IncomingRequest, { memberships }: PageSession): Promise<string[]> {
    const named = await this.tenants.named(request);
    const own = memberships.map(({ organizationSlug }) => organizationSlug);
    if (named.kind === 'none') return own;
    return own.filter((slug) => named.kind === 'tenant' && slug === named.tenant.slug);
  }
}

export function pathInOrganization(path: string, slug: string): string {
  return `${path}?organization=${encodeURIComponent(slug)}`;
}

/** Links to the same page for the user's other organizations. */
export function elsewhere(path: string, slug: string | null, slugs: readonly string[]): Html | false {
  const others = slugs.filter((each) => each !== slug);
  return (
    others.length > 0 &&
    html`<h2>Elsewhere</h2>
      <ul>
        ${others.map((each) => html`<li><a href="${pathInOrganization(path, each)}">${each}</a></li>`)}
      </ul>`
  );
}
