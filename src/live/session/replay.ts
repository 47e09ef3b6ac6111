import type { Agent } from '../../core/agent/agent.ts'
import type { Diagnostic } from '../../core/diag/diagnostic.ts'
import { acceptAnyValue, readOptions } from '../../core/form/options.ts'
import { Path } from '../../core/form/path.ts'
import type { JsonObject } from '../../core/ir/json.ts'
import { createSession } from '../../core/session/create.ts'
import { conversationSettings } from '../declare/live-settings.ts'
import type { LiveEffect } from '../engine/effect.ts'
import type { EngineState } from '../engine/state.ts'
import { type Waiting, waitingSlots } from '../engine/waits.ts'
import type { Profile } from '../profile/profile.ts'
import type { StartLiveOptions } from './contract.ts'
import type { LiveRecord } from './live-event.ts'
import { protectedLogFor } from './protected-log.ts'
import { EngineSteps } from './steps.ts'

/** Step of a replayed conversation: one recorded input, and what it caused. */
export interface ReplayedStep {
  readonly at: number
  readonly event: LiveRecord['event']
  /** State after the input: `told` has the texts that the model is known to have, `flying` unconfirmed messages. */
  readonly state: EngineState
  readonly effects: readonly LiveEffect[]
  /** Texts that the model is known to have, by slot. */
  readonly holds: Readonly<Record<string, string>>
  /** Texts that the model does not have yet, and the condition that each of them waits for. */
  readonly waits: readonly Waiting[]
  /** Diagnostics of the step. */
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Replays a recorded conversation, and yields its steps. Needs no model and no network: equal records give equal
 * messages. If the option `protect` of `startLive` was used, pass it here too. The messages, `holds` and `waits` are in
 * the protected form that the model got. Throws a TypeError for an agent that `live` did not declare.
 *
 * @example
 * import { live, profiles, replayLive } from 'ctxc/live'
 *
 * const host = live({ name: 'host', model: 'gpt-realtime', instruction: 'Help.' })
 * const records = [{ at: 0, event: { type: 'start' } }] as const
 * for (const { effects } of replayLive(host, profiles['gpt-realtime'], records)) console.log(effects[0]?.type) // connect
 */
export function* replayLive(
  agent: Agent,
  profile: Profile | undefined,
  records: Iterable<LiveRecord>,
  options: Pick<StartLiveOptions, 'protect'> = {},
): Generator<ReplayedStep> {
  const { protect = [] } = readOptions<Pick<StartLiveOptions, 'protect'>>(
    { takes: { protect: acceptAnyValue } },
    options,
    'replayLive',
  )
  const config = conversationSettings(agent)
  if (config === null) throw Path.named('replayLive').in('agent').wrong('must be declared by live()')
  if (profile === undefined)
    throw Path.named('replayLive').in('profile').wrong("must be a profile, such as profiles['gpt-realtime']")
  const beginReplay = (values?: JsonObject): EngineSteps => {
    const log = createSession(values === undefined ? {} : { state: values })
    return new EngineSteps({ config, profile }, log, protectedLogFor(agent, protect, log, 'replayLive'))
  }
  let steps = beginReplay()
  for (const { at, event } of records) {
    if (event.type === 'start' && steps.state.status === 'new') steps = beginReplay(event.values)
    const effects = steps.applyEvent(event)
    const { state } = steps
    const { engine } = steps
    const holds = Object.fromEntries(Object.entries(state.told).map(([slot, { text }]) => [slot, text]))
    const diagnostics = effects.flatMap(effect => (effect.type === 'note' ? [effect.diagnostic] : []))
    yield { at, event, state, effects, holds, waits: waitingSlots(engine, state), diagnostics }
  }
}
