/** Takes the input's `json` as it came, unchecked, and answers the output as JSON text. */
export type Procedure<Input> = (input: Input, userId: string) => Promise<string>;
