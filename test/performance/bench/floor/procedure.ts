/** Takes the input's `json` as it came, unchecked, and returns the output as JSON text. */
export type Procedure<Input> = (input: Input, userId: string) => Promise<string>;
