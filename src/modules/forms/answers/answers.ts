/** What a respondent answered in one field. */
export type Answer = string | number | boolean | readonly string[];

/** The answers of a submission by field key; a field without an answer has no key. */
export type Answers = Readonly<Record<string, Answer>>;
