/**
 * Position of a check that goes through messages: the last speaker, and the calls without a result so far. The speaker
 * `server` means a model whose answer ends with the result of a tool that the provider runs.
 */
export interface Position {
  readonly after: 'start' | 'user' | 'model' | 'server' | 'system'
  /** Ids of calls whose results must come before any other message. */
  readonly open: Set<string>
}

/** Returns the position after a message of `role`; `open` are the ids of calls without a result. */
export const positionAfter = (role: Position['after'], open: Iterable<string> = []): Position => ({
  after: role,
  open: new Set(open),
})

/**
 * Returns the position after a message of `role`, if no call is open. If the position does not change, the given object
 * is returned.
 */
export const positionWithoutCalls = (position: Position, role: Position['after']): Position =>
  position.after === role && position.open.size === 0 ? position : positionAfter(role)

/** Place before a message at which no call is open, with the last speaker. A later check may begin there. */
export interface Rest {
  readonly index: number
  readonly after: Position['after']
}

/** Place before the first message, at which a check of the order may begin. */
export const atStart: Rest = { index: 0, after: 'start' }

/**
 * Checks items in order. `step` returns the position after each item, and reports broken rules about order. The check
 * begins at the last of `rests`, because earlier items were already checked. Places that it finds are added to `rests`.
 */
export function walkItems<Item>(
  items: readonly Item[],
  base: string,
  step: (position: Position, item: Item, report: (rule: string, message: string) => void) => Position,
  report: (rule: string, pointer: string, message: string) => void,
  rests: Rest[] = [],
): Position {
  const from = rests.at(-1) ?? atStart
  let position = positionAfter(from.after)
  let { index } = from
  const reportAtIndex = (rule: string, message: string): void => report(rule, `${base}/${index}`, message)
  while (index < items.length) {
    position = step(position, items[index] as Item, reportAtIndex)
    index++
    if (position.open.size === 0) rests.push({ index, after: position.after })
  }
  return position
}
