/** Position of a walk over messages: the last speaker, and the calls without a result so far. */
export interface Position {
  readonly after: 'start' | 'user' | 'model' | 'system'
  /** Ids of calls that need a result before any other message. */
  readonly open: Set<string>
}

/** Returns the position after a message of `role`, with the ids of open calls. */
export const after = (role: Position['after'], open: Iterable<string> = []): Position => ({
  after: role,
  open: new Set(open),
})

/** Returns the position after a message of `role` without open calls; the given position if it is already that. */
export const settled = (position: Position, role: Position['after']): Position =>
  position.after === role && position.open.size === 0 ? position : after(role)

/** Walks items with a transition, which reports violations of the order and may pass on the open calls it was given. */
export function walk<Item>(
  items: readonly Item[],
  base: string,
  step: (position: Position, item: Item, report: (rule: string, message: string) => void) => Position,
  report: (rule: string, pointer: string, message: string) => void,
): Position {
  let position = after('start')
  let index = 0
  const say = (rule: string, message: string): void => report(rule, `${base}/${index}`, message)
  for (; index < items.length; index++) position = step(position, items[index] as Item, say)
  return position
}
