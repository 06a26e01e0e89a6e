export { AutomationsModule } from './automations.module';
export { hookSecretOf, newHookSecret } from './hooks/hook-secrets';
export { automationsCreate } from './automations.schemas';
