import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddOrganizations1763715610000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table organizations (
        id text collate "C" primary key,
        name text not null,
        slug text not null,
        logo text,
        timezone text not null,
        date_format text not null,
        week_start text not null,
        language text not null,
        plan text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      );
      create unique index organizations_slug_idx on organizations (slug);

      create table members (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        user_id text collate "C" not null references users (id),
        role text not null check (role in ('owner', 'admin', 'member', 'guest')),
        status text not null check (status in ('active', 'pending', 'deactivated')),
        joined_at timestamptz(3),
        last_active_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, user_id)
      );
      create index members_user_id_idx on members (user_id);
      -- There is always exactly one owner; here the database holds the 'at most'.
      create unique index members_owner_idx on members (organization_id) where role = 'owner';
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table members;
      drop table organizations;
    `);
  }
}
