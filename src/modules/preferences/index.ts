export { type Entries, entriesProblem } from './preference-entries';
export { PreferencesModule } from './preferences.module';
