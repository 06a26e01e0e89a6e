export { NewOrganizationService } from './new-organization.service';
export { slugProblem } from './organization-slug';
export { OutboundHostsService } from './outbound/outbound-hosts.service';
export { OrganizationsService } from './organizations.service';
export { OrganizationsModule } from './organizations.module';
export type { OrganizationOutput } from './organizations.schemas';
export { SsoEnforcementRepository } from './sso-enforcement.repository';
export { OrganizationRestorationService } from './deletion/organization-restoration.service';
export { OrganizationPlanService } from './organization-plan.service';
