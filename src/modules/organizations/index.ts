export { NewOrganizationService } from './new-organization.service';
export { slugProblem } from './organization-slug';
export { OrganizationsModule } from './organizations.module';
export type { OrganizationOutput } from './organizations.schemas';
