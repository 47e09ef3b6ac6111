import type { Pass } from '../../pass/pass.ts'
import { operations } from './operations.ts'

/**
 * Passes that every compile runs, in this order. Each pass does only the work that a policy requests. To run other
 * passes, set the option `passes` to your own list, with or without these passes.
 *
 * @example
 * import { agent, compile, createSession } from 'ctxc'
 * import { defaultPasses, type LocalPass } from 'ctxc/compile'
 *
 * const quiet: LocalPass = {
 *   kind: 'local',
 *   name: 'quiet',
 *   run: part => (part.kind === 'text' ? { ...part, text: part.text.toLowerCase() } : part),
 * }
 * const session = createSession({ events: [{ author: 'user', text: 'HELLO' }] })
 * const { request } = await compile(agent({ name: 'helper' }), session, {
 *   model: 'gpt-5.4',
 *   passes: [...defaultPasses, quiet],
 * })
 * console.log(JSON.stringify(request).includes('hello')) // true
 */
export const defaultPasses: readonly Pass[] = Object.freeze(
  Object.values(operations).flatMap(({ pass }) => pass ?? []),
)
