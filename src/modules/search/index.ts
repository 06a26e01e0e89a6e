export { IndexOrganizationJob } from './index/index-organization.job';
export { SearchModule } from './search.module';
