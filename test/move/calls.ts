import type { ToolCallPart } from '../../src/core/ir/call.ts'
import type { TargetName } from '../../src/core/ir/target-name.ts'
import { isTooDeep } from '../../src/core/text/depth.ts'
import { clean, fields, innerTexts, leavesOf, list, parsed } from '../laws/law.ts'
import { targets } from '../targets.ts'
import type { Stop } from './journey.ts'
import { fatesOfStop } from './outcome.ts'
import type { SentCall } from './wire.ts'

/** A call of the session, and its place. */
interface HeldCall {
  readonly place: string
  readonly part: ToolCallPart
  readonly first: boolean
  /** The words of its result; null where there is none. */
  readonly answer: readonly string[] | null
}

/** The calls of the units that were sent, in the order of the session. */
function heldCalls(stop: Stop): HeldCall[] {
  const { session } = stop.conversation
  const { rows } = session.units
  return fatesOfStop(stop).flatMap(({ unit, fate }) => {
    if (fate !== 'kept' || unit.kind !== 'model') return []
    return unit.calls.map((index): HeldCall => {
      const { seq, part, first, answer } = rows.call(index)
      const result = answer === null ? null : session.event(answer.seq).parts[answer.part]
      return {
        place: `e:${seq}.${part}`,
        part: session.event(seq).parts[part] as ToolCallPart,
        first,
        answer:
          result?.kind === 'tool-result'
            ? result.content.flatMap(piece => (piece.kind === 'text' ? [piece.text] : []))
            : null,
      }
    })
  })
}

/** Returns JSON with broken text replaced, so that values can be compared. */
const written = (value: unknown): string =>
  clean(JSON.stringify(value) ?? 'nothing').replaceAll(/\\ud[89a-f]../g, '\ufffd')

/** Whether the right arguments of a call were sent: unchanged, or wrapped if a provider takes only objects. */
function isSame({ arguments: given, freeform }: ToolCallPart, sent: unknown): boolean {
  const value = typeof given === 'string' && !freeform ? parsed(given) : given
  const forms: unknown[] = [given, value, { value }, { invalid_json: given }, { input: given }]
  if (given === '') forms.push({})
  if (isTooDeep(value)) forms.push({ invalid_json: JSON.stringify(value) })
  const forSent = [sent, ...(typeof sent === 'string' && !freeform ? [parsed(sent)] : [])]
  return forms.some(form => forSent.some(item => written(form) === written(item)))
}

const isLegalId = (target: TargetName, id: string): boolean =>
  // No id that looks like a fence is sent.
  targets[target].legalId.test(id) && !/<\/?context:/i.test(id)

/** Every call of a request, in its order. */
function sentCalls(target: TargetName, request: unknown): SentCall[] {
  const body = fields(request)
  const messages = list(body.messages ?? body.input ?? body.contents).map(fields)
  return targets[target].calls(messages).map(({ id, name, args, result }) => ({ id, name, args, result }))
}

/** The ids that were sent under, by target and place; filled by each stop. */
export type KnownIds = Map<string, string>

/** Every call is there with its name, its arguments and its result, under an id that stays. */
export function checkCalls(stop: Stop, known: KnownIds): string[] {
  const { result, station } = stop
  if (!result.ok) return []
  const held = heldCalls(stop)
  const sent = sentCalls(station.target, result.request)
  if (held.length !== sent.length) return [`${held.length} calls are held, and ${sent.length} sent`]
  return held.flatMap((call, index) => checkCall(stop, call, sent[index] as SentCall, known))
}

function checkCall({ result, station }: Stop, held: HeldCall, sent: SentCall, known: KnownIds): string[] {
  const { part, place, first } = held
  const { target } = station
  const complaints: string[] = []
  const name = target === 'text' ? sent.name : result.names.toDeclared(sent.name)
  const wanted = target === 'text' && part.name === '' ? 'unnamed' : clean(part.name)
  if (clean(name) !== wanted) complaints.push(`'${part.name}' is called '${name}'`)
  if (!isSame(part, sent.args))
    complaints.push(
      `the arguments of ${place} are ${written(sent.args).slice(0, 200)}, not ${written(part.arguments).slice(0, 200)}`,
    )
  complaints.push(...checkResult(held, sent))
  if (target === 'text') return complaints
  const bare = target === 'gemini' && sent.id === ''
  if (first && isLegalId(target, part.id) && sent.id !== part.id)
    complaints.push(`the id '${part.id}' of ${place} could be sent, and was sent as '${sent.id}'`)
  if (bare ? part.id !== '' : !isLegalId(target, sent.id)) complaints.push(`the id '${sent.id}' is not legal`)
  const before = known.get(`${station.target} ${place}`)
  if (before !== undefined && before !== sent.id)
    complaints.push(`the id of ${place} was '${before}', and is '${sent.id}'`)
  known.set(`${station.target} ${place}`, sent.id)
  return complaints
}

function checkResult({ place, answer }: HeldCall, { result }: SentCall): string[] {
  if (result === undefined) return [`${place} has no result`]
  const leaves = typeof result === 'string' ? [result] : leavesOf(result).map(({ text }) => text)
  const said = [...leaves, ...leaves.flatMap(leaf => innerTexts(leaf))]
    .join('\u0001')
    .replace(/&lt;(?=\/?context:)/gi, '<')
  if (answer === null) {
    const isMadeUp = said.includes('Error: no result was recorded for this call.')
    return isMadeUp || fields(result).type !== undefined ? [] : [`${place} has a result that nobody gave`]
  }
  return answer
    .filter(text => text.trim() !== '' && !said.includes(clean(text)))
    .map(text => `the result of ${place} is without ${JSON.stringify(text.slice(0, 80))}`)
}
