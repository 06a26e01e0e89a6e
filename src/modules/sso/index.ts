export { DirectoryRules, type RoleRules } from './directory-rules';
export { roleOfGroups } from './role-of-groups';
export { SsoModule } from './sso.module';
