import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TIMESTAMP } from '../../../platform/database/column-options';

/** An authorization response that was used. Stops replay. */
@Entity('used_login_flows')
@Index('used_login_flows_expires_at_idx', ['expiresAt'])
export class UsedLoginFlowEntity {
  @PrimaryColumn({ type: 'bytea' })
  digest!: Buffer;

  @Column({ name: 'expires_at', ...TIMESTAMP })
  expiresAt!: Date;
}
