import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateIdempotencyKeys1763715650000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table idempotency_keys (
        owner text not null,
        procedure text not null,
        key text not null,
        input_digest text not null,
        answer text,
        created_at timestamptz(3) not null,
        primary key (owner, procedure, key)
      );
      create index idempotency_keys_created_at_idx on idempotency_keys (created_at);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table idempotency_keys;
    `);
  }
}
