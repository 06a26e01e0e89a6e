import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The members of a directory's group are part of its version, also those who leave it by leaving the organization. */
export class KeepGroupVersions1763715911000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create function scim_groups_step() returns trigger language plpgsql as $$
      begin
        update scim_groups set updated_at = greatest(now(), updated_at + interval '1 millisecond')
        from (select distinct organization_id, group_id from gone) left_by
        where scim_groups.organization_id = left_by.organization_id and scim_groups.id = left_by.group_id;
        return null;
      end $$;
      create trigger scim_group_members_gone after delete on scim_group_members
        referencing old table as gone for each statement execute function scim_groups_step();
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop trigger scim_group_members_gone on scim_group_members;
      drop function scim_groups_step;
    `);
  }
}
