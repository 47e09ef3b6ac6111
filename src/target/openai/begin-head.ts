import { settingDropped } from '../../diag/target.ts'
import { formula } from '../../ir/count.ts'
import type { OpenAIRules } from '../../ir/model.ts'
import { HeadTally } from '../head.ts'
import { fieldsFor } from '../request-fields.ts'
import type { Setting } from '../target.ts'
import { refusedNumber } from './numbers.ts'

/** A head on its way: what both APIs do alike. */
export interface HeadDraft {
  readonly tally: HeadTally
  /** Sets a field of the request and notes the declaration behind it. */
  readonly set: (wire: string, value: unknown, from: string) => void
  /** The same for a number, which is left out where the API would refuse it; nothing for an absent one. */
  readonly setNumber: (wire: string, value: number | null | undefined, from: string) => void
}

/** Fields that stand for texts which only the server has: nobody here can count them. */
const serverTexts = ['previous_response_id', 'conversation', 'prompt']

/** A request with its model and the fields that came with it. */
export function beginHead<Request extends object>(
  { agent, model, origins }: Setting<OpenAIRules>,
  format: 'openai' | 'openai-chat',
): HeadDraft & { readonly request: Request } {
  const tally = new HeadTally()
  const extra = agent.extra?.format === format ? fieldsFor(format, model, agent.extra.fields, tally) : {}
  const request = { ...(model !== null && { model }), ...extra } as Record<string, unknown>
  origins.whole(request, 'c:request')
  for (const key of Object.keys(extra)) origins.key(request, key, `d:extra.${key}`)
  if (model !== null) origins.key(request, 'model', 'd:model')
  for (const key of serverTexts)
    if (extra[key] !== undefined) tally.add('system', `d:extra.${key}`, formula(0, 0))
  const set: HeadDraft['set'] = (wire, value, from) => {
    request[wire] = value
    origins.key(request, wire, `d:generateConfig.${from}`)
  }
  const setNumber: HeadDraft['setNumber'] = (wire, value, from) => {
    if (value === undefined || value === null) return
    const why = refusedNumber(wire, value)
    if (why === null) set(wire, value, from)
    else tally.say(settingDropped(from, why))
  }
  return { request: request as Request, tally, set, setNumber }
}
