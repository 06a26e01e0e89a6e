/** A procedure as a tool: what a model reads before it calls. Input, scope and role are those of the procedure. */
export interface ToolDeclaration {
  procedure: string;
  title: string;
  /** Written for a model: when to use the tool, where its ids come from, what it returns. */
  description: string;
  /** Whether the change can discard data, so that clients ask their user before the call. */
  isDestructive?: boolean;
  /** Whether a repeat with the same input changes nothing more. */
  isIdempotent?: boolean;
}

/** Names of tools have no dots: `items_list` is the procedure `items.list` (contract §11). */
export function toolName(procedure: string): string {
  return procedure.replaceAll('.', '_');
}
