import type { MigrationInterface, QueryRunner } from 'typeorm';
import { functionText } from '../src/platform/database/migrations/function-files';

/** The OAuth 2.0 authorization server (decisions 0060, 0061 and 0072). Secrets are stored as digests only. */
export class CreateOauth1763715790000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(functionText('oauth_grants_revoke'));
    await queryRunner.query(`
      create table oauth_applications (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        id text collate "C" not null,
        name text not null,
        client_id text collate "C" not null,
        -- Null for a public client.
        secret_digest bytea,
        redirect_uris text[] not null,
        scopes text[] not null,
        created_by text collate "C" not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, id)
      );
      create unique index oauth_applications_client_id_idx on oauth_applications (client_id);

      -- A member's consent that an application, of this or another organization, acts for the member in this organization.
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

      -- The foreign key deletes the grants of a removed membership; this trigger deletes those of a deactivated one.
      create trigger members_deactivation_revokes_grants after update of status on members
        for each row when (new.status = 'deactivated') execute function oauth_grants_revoke();

      -- One confirmation of the consent page: its authorization code and all tokens that were issued for the code.
      create table oauth_families (
        organization_id text collate "C" not null,
        id bigint not null generated always as identity,
        grant_id text collate "C" not null,
        scopes text[] not null,
        redirect_uri text not null,
        code_digest bytea not null,
        code_challenge text,
        redeemed_at timestamptz(3),
        -- The selector that all refresh tokens of the family begin with, and the newest refresh token in full.
        selector_digest bytea,
        refresh_digest bytea,
        refresh_expires_at timestamptz(3),
        -- When the family expires; until the code is redeemed, when the code expires.
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

      -- Browsers that left the apex host to sign in at an organization's host.
      create table oauth_session_transfers (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        -- Of the random value in the browser's cookie.
        browser_digest bytea not null,
        -- The authorization request to continue with.
        continue_to text not null,
        -- Set after the sign-in: the session, and the digest of the code that transfers it.
        session_id text collate "C" references sessions (id) on delete cascade,
        code_digest bytea,
        expires_at timestamptz(3) not null,
        primary key (organization_id, browser_digest)
      );
      create unique index oauth_session_transfers_code_digest_idx on oauth_session_transfers (code_digest) where code_digest is not null;
      create index oauth_session_transfers_session_id_idx on oauth_session_transfers (session_id) where session_id is not null;
      create index oauth_session_transfers_expires_at_idx on oauth_session_transfers (expires_at);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table oauth_session_transfers;
      drop table oauth_access_tokens;
      drop table oauth_families;
      drop trigger members_deactivation_revokes_grants on members;
      drop table oauth_grants;
      drop table oauth_applications;
    `);
  }
}
