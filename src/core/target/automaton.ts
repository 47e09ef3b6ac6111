/**
 * Position of a walk over messages: the last speaker, and the calls without a result so far. `server` is a model whose answer
 * ends with a result of its provider's tool.
 */
export interface Position {
  readonly after: 'start' | 'user' | 'model' | 'server' | 'system'
  /** Ids of calls that need a result before any other message. */
  readonly open: Set<string>
}

/** Returns the position after a message of `role`, with the ids of open calls. */
export const positionAfter = (role: Position['after'], open: Iterable<string> = []): Position => ({
  after: role,
  open: new Set(open),
})

/** Returns the position after a message of `role` without open calls; the given position if it is already that. */
export const settled = (position: Position, role: Position['after']): Position =>
  position.after === role && position.open.size === 0 ? position : positionAfter(role)

/** Place before a message at which no call was open, and who spoke last: a walk may begin there. */
export interface Rest {
  readonly index: number
  readonly after: Position['after']
}

/** Beginning of the messages. */
export const atStart: Rest = { index: 0, after: 'start' }

/**
 * Walks items with a transition, which reports violations of the order and may pass on the open calls it was given.
 * Items before the last of `rests` are known to be in order; further places are added.
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
  const say = (rule: string, message: string): void => report(rule, `${base}/${index}`, message)
  while (index < items.length) {
    position = step(position, items[index] as Item, say)
    index++
    if (position.open.size === 0) rests.push({ index, after: position.after })
  }
  return position
}
