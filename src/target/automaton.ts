/** Position of a walk over messages: who spoke last, and the calls that wait for answers. */
export interface Position {
  readonly after: 'start' | 'user' | 'model' | 'system'
  /** Ids that must be answered before anything else is said. */
  readonly open: Set<string>
}

/** The position after `role` spoke, when these ids wait. */
export const after = (role: Position['after'], open: Iterable<string> = []): Position => ({
  after: role,
  open: new Set(open),
})

/** The position after `role` spoke and nothing waits: a new one only where something did. */
export const settled = (position: Position, role: Position['after']): Position =>
  position.after === role && position.open.size === 0 ? position : after(role)

/** Walks items with a transition, which reports what is out of order and may pass on the open calls it was given. */
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
