import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ends of memberships, ownership and organizations (decision 0057). */
export class AddFormerMembers1763715826000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Who was removed. Marks their place for clients that are paging through lists of members.
      create table former_members (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        user_id text collate "C" not null,
        removed_at timestamptz(3) not null,
        primary key (organization_id, user_id)
      );

      -- A membership takes its tokens with it: should the person ever come back, no old token does.
      delete from tokens where not exists (
        select from members where members.organization_id = tokens.organization_id
          and members.user_id = tokens.user_id);
      alter table tokens add constraint tokens_member_fkey
        foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade;

      -- Set by organizations.delete; the rows go in the background.
      alter table organizations add column deleted_at timestamptz(3);

      -- members_owner_idx holds that there is at most one owner; this, that there is one at every commit.
      create function members_owner_hold() returns trigger language plpgsql as $$
      begin
        if exists (select from organizations where id = old.organization_id and deleted_at is null)
          and not exists (select from members where organization_id = old.organization_id and role = 'owner')
        then
          raise exception 'organization % would be without an owner', old.organization_id;
        end if;
        return null;
      end $$;
      create constraint trigger members_owner_stays after update of role or delete on members
        deferrable initially deferred for each row when (old.role = 'owner')
        execute function members_owner_hold();
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop trigger members_owner_stays on members;
      drop function members_owner_hold;
      alter table organizations drop column deleted_at;
      alter table tokens drop constraint tokens_member_fkey;
      drop table former_members;
    `);
  }
}
