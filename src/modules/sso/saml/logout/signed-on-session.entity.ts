import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { SessionId } from '../../../../kernel/ids';
import { C_TEXT } from '../../../../platform/database/column-options';
import type { SubjectAttributes } from '../saml-assertion';

/** The identity provider's session from which a session was started, for single logout. */
@Entity('sso_sessions')
@Index('sso_sessions_subject_idx', ['organizationId', 'issuer', 'subject'])
export class SignedOnSessionEntity {
  @PrimaryColumn({ name: 'session_id', ...C_TEXT })
  sessionId!: SessionId;

  @Column({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @Column({ type: 'text' })
  issuer!: string;

  @Column({ type: 'text' })
  subject!: string;

  @Column({ name: 'subject_attributes', type: 'jsonb' })
  subjectAttributes!: SubjectAttributes;

  @Column({ name: 'session_index', type: 'text', nullable: true })
  sessionIndex!: string | null;
}
