import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { OrganizationId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { DatabaseContext } from '../../platform/database/transaction';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { OrganizationOutput, OrganizationsUpdateInput } from './organizations.schemas';

const FIELDS = `id, name, slug, logo, timezone, date_format as "dateFormat", week_start as "weekStart", language, plan,
  created_at as "createdAt", updated_at as "updatedAt"`;

const GET = statement('organizations.get', `select ${FIELDS} from organizations where id = $1`);

const INSERT = statement(
  'organizations.insert',
  `insert into organizations
     (id, name, slug, timezone, date_format, week_start, language, plan, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
   on conflict (slug) do nothing
   returning ${FIELDS}`,
);

const UPDATE = statement(
  'organizations.update',
  `update organizations set
     name = coalesce($2, name), timezone = coalesce($3, timezone), date_format = coalesce($4, date_format),
     week_start = coalesce($5, week_start), language = coalesce($6, language),
     updated_at = greatest($7::timestamptz, updated_at + interval '1 millisecond')
   where id = $1 and ($8::timestamptz is null or updated_at = $8)
   returning ${FIELDS}`,
);

/** Values of a new organization, in the record's own words. */
export type OrganizationValues = Pick<
  OrganizationOutput,
  'id' | 'name' | 'slug' | 'timezone' | 'dateFormat' | 'weekStart' | 'language' | 'plan'
>;

/** Organizations stand above the tenant rows: their own id is the condition that others carry as organization_id. */
@Injectable()
export class OrganizationsRepository {
  constructor(private readonly database: Database) {}

  /** Null when the slug is taken. */
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

  /** Null when the record is not the expected version any more. */
  async update(
    context: TenantContext,
    { expectedUpdatedAt, ...patch }: OrganizationsUpdateInput,
  ): Promise<OrganizationOutput | null> {
    const [row] = await this.database.query<OrganizationOutput>(context, UPDATE, [
      context.organizationId,
      patch.name ?? null,
      patch.timezone ?? null,
      patch.dateFormat ?? null,
      patch.weekStart ?? null,
      patch.language ?? null,
      clock.now(),
      expectedUpdatedAt ?? null,
    ]);
    return row ?? null;
  }
}
