import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** One sent invitation, counted by the limits on invitations. */
@Entity('invitation_mails')
@Index('invitation_mails_age_idx', ['sentAt'])
@Index('invitation_mails_email_key_idx', ['emailKey', 'sentAt'])
@Index('invitation_mails_sent_at_idx', ['organizationId', 'sentAt'])
export class InvitationMailEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column({ name: 'email_key', type: 'text' })
  emailKey!: string;

  @Column({ name: 'sent_at', ...TIMESTAMP })
  sentAt!: Date;
}
