const JSON_TYPE = /^application\/json *(;|$)/i;

/** Whether a Content-Type is JSON, with any parameters. */
export function isJsonType(contentType: string): boolean {
  return JSON_TYPE.test(contentType);
}
