import type { GenerateConfig } from '../agent/agent.ts'
import { settingDropped } from '../diag/target.ts'
import type { Origin } from '../ir/origin.ts'
import type { StringOrigins } from '../map/origins.ts'
import type { HeadTally } from './head.ts'

/** Function that drops a setting and reports why. */
export type Drop = (setting: string, why: string, at?: string) => void

/** Settings of a request under construction. Each field is recorded with the declaration that sets it. */
export interface ConfigDraft<Request extends object> {
  readonly request: Request
  readonly tally: HeadTally
  /** Sets a request field whose value comes from a generation setting. */
  readonly set: <Key extends keyof Request>(
    key: Key,
    value: Request[Key],
    setting: keyof GenerateConfig,
  ) => void
  /** Sets a request field from any other declaration, which `origin` names. */
  readonly setFrom: <Key extends keyof Request>(key: Key, value: Request[Key], origin: Origin) => void
  readonly drop: Drop
}

/** Creates the draft of a request's settings. */
export function beginConfig<Request extends object>(
  request: Request,
  origins: StringOrigins,
  tally: HeadTally,
): ConfigDraft<Request> {
  const setFrom: ConfigDraft<Request>['setFrom'] = (key, value, origin) => {
    request[key] = value
    origins.recordKey(request, String(key), origin)
  }
  return {
    request,
    tally,
    set: (key, value, setting) => setFrom(key, value, `d:generateConfig.${setting}`),
    setFrom,
    drop: (setting, why, at) => tally.say(settingDropped(setting, why, at)),
  }
}

/** Returns the stop sequences that are not only white space, because Claude refuses the others. */
export function visibleStops({ stopSequences }: GenerateConfig, drop: Drop): string[] {
  const given = stopSequences ?? []
  const stops = given.filter(stop => stop.trim() !== '')
  if (stops.length < given.length) drop('stopSequences', 'a stop sequence of only white space is not allowed')
  return stops
}
