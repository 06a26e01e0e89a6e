export { OrganizationsModule } from './organizations.module';
