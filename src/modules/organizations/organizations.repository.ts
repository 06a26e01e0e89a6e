import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { OrganizationId } from '../../kernel/ids';
import type { Plan } from '../../platform/config/limits.config';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { DatabaseContext } from '../../platform/database/transaction';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { DEFAULT_GRACE_DAYS } from './organization-settings';
import type { OrganizationOutput, OrganizationsUpdateInput } from './organizations.schemas';

export const ORGANIZATION_FIELDS = `id, name, slug, logo, timezone, date_format as "dateFormat", week_start as "weekStart", language, plan,
  two_factor_required_from is not null as "requireTwoFactor", two_factor_required_from as "twoFactorRequiredFrom",
  outbound_hosts as "outboundHosts", max_token_lifetime_days as "maxTokenLifetimeDays",
  token_lifetime_covers_existing as "tokenLifetimeCoversExisting", created_at as "createdAt", updated_at as "updatedAt"`;

const GET = statement('organizations.get', `select ${ORGANIZATION_FIELDS} from organizations where id = $1`);

const INSERT = statement(
  'organizations.insert',
  `insert into organizations
     (id, name, slug, timezone, date_format, week_start, language, plan, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
   on conflict (slug) do nothing
   returning ${ORGANIZATION_FIELDS}`,
);

const UPDATE = statement(
  'organizations.update',
  `update organizations set
     name = coalesce($2, name), timezone = coalesce($3, timezone), date_format = coalesce($4, date_format),
     week_start = coalesce($5, week_start), language = coalesce($6, language),
     two_factor_required_from = case
       when $9::boolean is null then two_factor_required_from
       when not $9 then null
       -- Repeated without a date: the announced date does not change.
       when $11 or two_factor_required_from is null then $10
       else two_factor_required_from end,
     outbound_hosts = case when $12 then $13 else outbound_hosts end,
     max_token_lifetime_days = case when $14 then $15 else max_token_lifetime_days end,
     token_lifetime_covers_existing = coalesce($16, token_lifetime_covers_existing),
     updated_at = greatest($7::timestamptz, updated_at + interval '1 millisecond')
   where id = $1 and ($8::timestamptz is null or updated_at = $8)
   returning ${ORGANIZATION_FIELDS}`,
);

const SET_PLAN = statement(
  'organizations.set-plan',
  `with found as (select id, plan from organizations where slug = $1 and deleted_at is null for update)
   update organizations set plan = $2,
     updated_at = case when found.plan = $2 then updated_at
       else greatest($3::timestamptz, updated_at + interval '1 millisecond') end
   from found where organizations.id = found.id
   returning found.id, found.plan as previous`,
);

/** The values of a new organization. */
export type OrganizationValues = Pick<
  OrganizationOutput,
  'id' | 'name' | 'slug' | 'timezone' | 'dateFormat' | 'weekStart' | 'language' | 'plan'
>;

/** Organizations are not tenant rows: their id is the organization_id of other rows. */
@Injectable()
export class OrganizationsRepository {
  constructor(private readonly database: Database) {}

  /** Null if the slug is taken. */
  async insert(context: DatabaseContext, values: OrganizationValues): Promise<OrganizationOutput | null> {
    const { id, name, slug, timezone, dateFormat, weekStart, language, plan } = values;
    const [row] = await this.database.query<OrganizationOutput>(context, INSERT, [
      id,
      name,
      slug,
      timezone,
      dateFormat,
      weekStart,
      language,
      plan,
      clock.now(),
    ]);
    return row ?? null;
  }

  async find(context: DatabaseContext, id: OrganizationId): Promise<OrganizationOutput | null> {
    const [row] = await this.database.query<OrganizationOutput>(context, GET, [id]);
    return row ?? null;
  }

  /** Null if the version is not the expected one. `setsTwoFactorDeadline`: a new deadline replaces an existing one. */
  async update(
    context: TenantContext,
    { expectedUpdatedAt, ...patch }: OrganizationsUpdateInput,
  ): Promise<{ organization: OrganizationOutput; setsTwoFactorDeadline: boolean } | null> {
    const now = clock.now();
    const deadline = new Date(now.getTime() + (patch.graceDays ?? DEFAULT_GRACE_DAYS) * 86_400_000);
    const [row] = await this.database.query<OrganizationOutput>(context, UPDATE, [
      context.organizationId,
      patch.name ?? null,
      patch.timezone ?? null,
      patch.dateFormat ?? null,
      patch.weekStart ?? null,
      patch.language ?? null,
      now,
      expectedUpdatedAt ?? null,
      patch.requireTwoFactor ?? null,
      deadline,
      patch.graceDays !== undefined,
      patch.outboundHosts !== undefined,
      patch.outboundHosts ?? null,
      patch.maxTokenLifetimeDays !== undefined,
      patch.maxTokenLifetimeDays ?? null,
      patch.tokenLifetimeCoversExisting ?? null,
    ]);
    if (row === undefined) return null;
    return {
      organization: row,
      setsTwoFactorDeadline:
        patch.requireTwoFactor === true && row.twoFactorRequiredFrom === deadline.toISOString(),
    };
  }

  /** Null without an organization of this slug. */
  async setPlan(
    context: DatabaseContext,
    slug: string,
    plan: Plan,
  ): Promise<{ id: OrganizationId; previous: Plan } | null> {
    const values = [slug, plan, clock.now()];
    const [row] = await this.database.query<{ id: OrganizationId; previous: Plan }>(
      context,
      SET_PLAN,
      values,
    );
    return row ?? null;
  }
}
