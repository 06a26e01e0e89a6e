import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TIMESTAMP } from '../platform/database/column-options';

/** A key that a caller has used, and the response to replay. */
@Entity('idempotency_keys')
@Index('idempotency_keys_created_at_idx', ['createdAt'])
export class IdempotencyKeyEntity {
  @PrimaryColumn({ type: 'text' })
  owner!: string;

  @PrimaryColumn({ type: 'text' })
  procedure!: string;

  @PrimaryColumn({ type: 'text' })
  key!: string;

  @Column({ name: 'input_digest', type: 'text' })
  inputDigest!: string;

  @Column({ type: 'text', nullable: true })
  answer!: string | null;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;
}
