export { AutomationsModule } from './automations.module';
export { hookSecretOf, newHookSecret } from './hooks/hook-secrets';
export { automationsCreate, execution as executionSchema } from './automations.schemas';
export { definitionOf } from './definitions/stored-definition';
export { misplacedPart } from './definitions/misplaced-part';
