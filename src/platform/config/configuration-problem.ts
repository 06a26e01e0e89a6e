/** Stops the start: one line that names the variable (contract §1). */
export class ConfigurationProblem extends Error {}
