import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The OAuth 2.0 authorization server (decisions 0060 and 0061). Of every secret there is a digest only. */
export class AddOauth1763715840000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table oauth_applications (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        id text collate "C" not null,
        name text not null,
        client_id text collate "C" not null,
        -- None of a public client.
        secret_digest bytea,
        redirect_uris text[] not null,
        scopes text[] not null,
        created_by text collate "C" not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, id)
      );
      create unique index oauth_applications_client_id_idx on oauth_applications (client_id);

      -- That somebody lets an application act for them in an organization, be it that one's own or another's.
      create table oauth_grants (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        user_id text collate "C" not null,
        application_organization_id text collate "C" not null,
        application_id text collate "C" not null,
        last_used_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, id),
        foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade,
        foreign key (application_organization_id, application_id)
          references oauth_applications (organization_id, id) on delete cascade
      );
      create unique index oauth_grants_once_idx on oauth_grants (organization_id, user_id, application_id);
      create index oauth_grants_application_idx on oauth_grants (application_organization_id, application_id);
      create index oauth_grants_user_id_idx on oauth_grants (user_id);

      -- One visit of the consent page: the code that came of it, and all tokens that came of the code.
      create table oauth_families (
        organization_id text collate "C" not null,
        id bigint not null generated always as identity,
        grant_id text collate "C" not null,
        scopes text[] not null,
        redirect_uri text not null,
        code_digest bytea not null,
        code_challenge text,
        redeemed_at timestamptz(3),
        -- Of the refresh token: what all of a family's begin with, and the newest one as a whole.
        selector_digest bytea,
        refresh_digest bytea,
        refresh_expires_at timestamptz(3),
        -- When all of it ends: that of the code until it is redeemed.
        expires_at timestamptz(3) not null,
        created_at timestamptz(3) not null,
        primary key (organization_id, id),
        foreign key (organization_id, grant_id) references oauth_grants (organization_id, id) on delete cascade
      );
      create unique index oauth_families_code_digest_idx on oauth_families (code_digest);
      create unique index oauth_families_selector_digest_idx on oauth_families (selector_digest)
        where selector_digest is not null;
      create index oauth_families_grant_id_idx on oauth_families (organization_id, grant_id);
      create index oauth_families_expires_at_idx on oauth_families (least(expires_at, refresh_expires_at));

      create table oauth_access_tokens (
        organization_id text collate "C" not null,
        secret_digest bytea not null,
        family_id bigint not null,
        scopes text[] not null,
        expires_at timestamptz(3) not null,
        created_at timestamptz(3) not null,
        primary key (organization_id, secret_digest),
        foreign key (organization_id, family_id) references oauth_families (organization_id, id) on delete cascade
      );
      create unique index oauth_access_tokens_secret_digest_idx on oauth_access_tokens (secret_digest);
      create index oauth_access_tokens_family_id_idx on oauth_access_tokens (organization_id, family_id);
      create index oauth_access_tokens_expires_at_idx on oauth_access_tokens (expires_at);

      -- Whoever comes back authorizes anew. A membership that ends takes its grants with it by the foreign key.
      create function oauth_grants_end() returns trigger language plpgsql as $$
      begin
        delete from oauth_grants where organization_id = new.organization_id and user_id = new.user_id;
        return null;
      end $$;
      create trigger members_deactivation_ends_grants after update of status on members
        for each row when (new.status = 'deactivated') execute function oauth_grants_end();
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop trigger members_deactivation_ends_grants on members;
      drop function oauth_grants_end;
      drop table oauth_access_tokens;
      drop table oauth_families;
      drop table oauth_grants;
      drop table oauth_applications;
    `);
  }
}
