import { assertEffects } from '../../effect/assert-effects.ts'
import type { Effects } from '../../effect/handler.ts'
import { signal } from '../../form/check.ts'
import { type OptionsForm, readOptions } from '../../form/options.ts'
import type { EventInput } from '../../ir/event.ts'
import { assertResult } from '../contract/assert-result.ts'
import type { Compiled } from '../contract/result.ts'
import { doLaterWork } from './do-later-work.ts'
import { laterWorkOf } from './later-work.ts'

/** Options of `resolveWants`. */
export interface ResolveWantsOptions {
  /** Handlers that do the work. Work without a handler is skipped. */
  readonly effects?: Effects
  /**
   * Signal that ends the work. Unfinished work gets no event. Only a requested cache then counts as failed, and has an
   * event.
   */
  readonly signal?: AbortSignal
}

const form: OptionsForm<ResolveWantsOptions> = { takes: { effects: assertEffects, signal } }

/**
 * Does the work that a compile requests for later compiles (`result.wants`), and returns events with the outcomes,
 * including failures. Append the events: the next compile finds the outcomes and need not wait. Call this function
 * after the answer was sent, because nobody waits for this work. A runner (`ctxc/run`) calls it automatically. An error
 * of a handler never makes the promise reject; malformed options are a TypeError.
 *
 * @example
 * import { agent, compile, createSession } from 'ctxc'
 * import { type Effects, resolveWants } from 'ctxc/effects'
 *
 * const effects: Effects = { embed: { id: 'lengths', run: async ({ texts }) => texts.map(text => [text.length, 1]) } }
 * let session = createSession({ events: [{ author: 'user', text: 'Hi' }] })
 * const result = await compile(agent({ name: 'helper' }), session, { model: 'gpt-5.4', effects })
 * session = session.append(...result.events, ...(await resolveWants(result, { effects })))
 */
export async function resolveWants(
  result: Compiled | Pick<Compiled, 'wants'>,
  options: ResolveWantsOptions = {},
): Promise<readonly EventInput[]> {
  assertResult(result, ['wants'], 'resolveWants')
  const { effects = {}, signal } = readOptions(form, options, 'resolveWants')
  return doLaterWork(laterWorkOf(result), effects, signal)
}
