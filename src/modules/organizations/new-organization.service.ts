import { Injectable } from '@nestjs/common';
import { newId, type UserId } from '../../kernel/ids';
import { CellDirectory } from '../../access/cells/cell-directory';
import { LimitsConfig } from '../../platform/config/limits.config';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import type { CausedContext } from '../../platform/events/origin-of';
import { Outbox } from '../../platform/events/outbox';
import { MembershipsService } from '../members';
import { slugsFrom } from './organization-slug';
import { DEFAULT_SETTINGS } from './organization-settings';
import { SlugTaken } from './organizations.errors';
import { organizationsEvents } from './organizations.events';
import { OrganizationsRepository } from './organizations.repository';
import type { OrganizationOutput, OrganizationsCreateInput } from './organizations.schemas';

type Settings = Pick<OrganizationsCreateInput, 'timezone' | 'dateFormat' | 'weekStart' | 'language'>;

export interface NewOrganization {
  name: string;
  /** Derived from the name when none is given. */
  slug: string | undefined;
  /** The input field with the slug, for the error. */
  slugPath: string;
  settings?: Settings;
}

/** The user who becomes the owner. */
type FounderContext = DatabaseContext & CausedContext & { readonly person: { readonly userId: UserId } };

/** Creates organizations: with a registration, or for a user with an account. */
@Injectable()
export class NewOrganizationService {
  constructor(
    private readonly organizations: OrganizationsRepository,
    private readonly memberships: MembershipsService,
    private readonly outbox: Outbox,
    private readonly limits: LimitsConfig,
    private readonly cells: CellDirectory,
  ) {}

  /** The organization, with the user of the context as its owner. */
  async create(
    context: InTransaction<FounderContext>,
    { name, slug, slugPath, settings = DEFAULT_SETTINGS }: NewOrganization,
  ): Promise<OrganizationOutput> {
    const values = { id: newId('organization'), name, ...settings, plan: this.limits.defaultPlan };
    const organization = await this.insert(context, values, slug === undefined ? slugsFrom(name) : [slug]);
    if (organization === null) throw new SlugTaken(slugPath);
    const inside = { ...context, organizationId: organization.id };
    await this.outbox.append(inside, organizationsEvents.created.create({ organization }));
    await this.memberships.join(inside, context.person.userId, 'owner');
    return organization;
  }

  private async insert(
    context: InTransaction<FounderContext>,
    values: Omit<Parameters<OrganizationsRepository['insert']>[1], 'slug'>,
    slugs: Iterable<string>,
  ): Promise<OrganizationOutput | null> {
    for (const slug of slugs) {
      if (this.cells.isTaken(slug)) continue;
      const organization = await this.organizations.insert(context, { ...values, slug });
      if (organization !== null) return organization;
    }
    return null;
  }
}
