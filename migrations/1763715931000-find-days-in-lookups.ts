import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lookups that were saved before it was asked learn whether a midnight in UTC is a day in what they show. */
export class FindDaysInLookups1763715931000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      with recursive showing_days as (
        select organization_id, id from columns
        where type in ('date_range', 'timeline') or (type = 'date' and config -> 'includeTime' is distinct from 'true')
        union
        select lookup.organization_id, lookup.id from columns lookup
        join showing_days target
          on target.organization_id = lookup.organization_id and target.id = lookup.config ->> 'targetColumnId'
        where lookup.type = 'lookup'
      ), completed as (
        update columns set config = config || '{"days": true}'
        from showing_days
        where columns.organization_id = showing_days.organization_id and columns.id = showing_days.id
          and type = 'lookup' and config ? 'result' and not config ? 'days'
        returning columns.organization_id
      )
      -- What their organizations have computed so far was computed by another calendar: all of it is computed anew.
      update computation_days set calendar = ''
      where organization_id in (select organization_id from completed);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    // The release before knows of days as well, and found them out for what was saved since.
    await queryRunner.query('select');
  }
}
