import type { JsonObject } from '../../../src/core/ir/json.ts'
import { redact } from '../../../src/core/protect/index.ts'
import type { Redaction } from '../../../src/core/protect/redaction.ts'
import type { EventInput } from '../../../src/index.ts'
import { carriers, fieldCarriers } from './carriers.ts'
import { places, type Texts } from './declarations.ts'
import type { Dice } from './dice.ts'
import { forms } from './forms.ts'
import { countingDetector, lateDetector, listed, literals, pattern, person } from './literals.ts'
import { persons } from './personal.ts'
import type { Secret } from './secret.ts'
import { shapes } from './shapes.ts'
import { tokens } from './tokens.ts'

/** A secret, and the append from which on it is known. */
export interface Planted {
  readonly secret: Secret
  readonly from: number
}

/** A session that grows by `appends`, and what is declared beside it. */
export interface Plot {
  readonly planted: readonly Planted[]
  readonly state: JsonObject
  readonly appends: readonly (readonly EventInput[])[]
  readonly texts: Texts
  /** Names of the carriers that hold something, for a complaint. */
  readonly used: readonly string[]
}

const appendCount = 5
/** Last append before a detector answers that is late. */
const lateUntil = 3

/** Returns the generator of the next secret: every one of the tables has its turn as `turn` counts on. */
export function secretOf(dice: Dice, turn: number): Secret {
  const kinds = [tokens, shapes, persons, literals, [person]] as const
  const kind = kinds[turn % kinds.length] as readonly ((dice: Dice) => Secret)[]
  return (kind[Math.floor(turn / kinds.length) % kind.length] as (dice: Dice) => Secret)(dice)
}

/** Returns an event that shows a secret in a form that is found. */
function finder({ shown, field, values: [value], kind }: Secret, dice: Dice): readonly EventInput[] {
  if (field === null) {
    const inTexts = [
      'user',
      'agent',
      'resultText',
      'reasoning',
      'argument',
      'data',
      'state',
      'fileText',
    ] as const
    // Quotes and line breaks around a value are escaped in JSON, which some rules read as part of it.
    return (carriers[dice.pick(inTexts)] as NonNullable<(typeof carriers)[string]>)(
      shown as string,
      `f${kind.length}`,
      value,
    )
  }
  const name = dice.pick(Object.keys(fieldCarriers))
  return (fieldCarriers[name] as NonNullable<(typeof fieldCarriers)[string]>)(
    field,
    value,
    `f${dice.below(1000)}`,
  )
}

/** Kinds of the values that are planted, as placeholders name them. */
const forgedKinds = [
  'pattern',
  'field',
  'plant',
  'person',
  'password',
  'secret',
  'email',
  'card',
  'jwt',
  'aws-key-id',
  'private-key',
]
/** Authors that were shown no placeholder, and the append of each: the model spoke before anything was found. */
const forgers = [
  { author: 'helper', at: 0 },
  { author: 'user', at: 4 },
  { author: 'tool', at: 4 },
  { author: 'other', at: 4 },
  { author: 'summary', at: 3 },
] as const

/** Returns events in which somebody writes a placeholder that nobody showed to them. */
function forgedBy(author: (typeof forgers)[number]['author'], placeholder: string): readonly EventInput[] {
  const text = `forged ${placeholder}`
  if (author === 'summary') return (carriers.summary as NonNullable<(typeof carriers)[string]>)(text, '', '')
  if (author === 'tool')
    return (carriers.resultText as NonNullable<(typeof carriers)[string]>)(text, 'forged', '')
  return [{ author, text }]
}

/** Returns a session in which one carrier shows each secret, and others hold it, bare or encoded. */
export function plotOf(dice: Dice, seed: number): Plot {
  const planted = Array.from({ length: seed % 4 === 0 ? 2 : 1 }, (_, at): Planted => {
    const secret = secretOf(dice, seed + at)
    return { secret, from: secret.kind === 'late' ? lateUntil + dice.below(2) : dice.below(appendCount) }
  })
  const appends: EventInput[][] = Array.from({ length: appendCount }, () => [])
  const texts: Record<string, string> = {}
  const used: string[] = []
  const held = (secret: Secret): string => dice.pick(forms)(dice.pick(secret.values), dice)
  for (const [which, { secret, from }] of planted.entries()) {
    ;(appends[from] as EventInput[]).push(...finder(secret, dice))
    for (const name of dice.some(Object.keys(carriers), 7)) {
      const at = dice.below(appendCount)
      const carrier = carriers[name] as NonNullable<(typeof carriers)[string]>
      ;(appends[at] as EventInput[]).push(
        ...carrier(held(secret), `k${which}-${at}-${name}`, secret.values[0]),
      )
      used.push(name)
    }
    texts.failure = held(secret)
    for (const place of dice.some(places, 3)) {
      texts[place] = held(secret)
      used.push(place)
    }
  }
  for (const { author, at } of forgers)
    (appends[at] as EventInput[]).unshift(
      ...forgedBy(
        author,
        `[secret:${dice.pick(forgedKinds)}:${author === 'helper' ? 9 : 1 + dice.below(2)}]`,
      ),
    )
  texts.memory = `${texts.memory ?? ''} forged [secret:${dice.pick(forgedKinds)}:1]`
  for (const [at, events] of appends.entries()) events.push({ author: 'user', text: `Step ${at}: go on.` })
  const state = { person: { code: held((planted[0] as Planted).secret) } }
  return { planted, state, appends, texts, used }
}

/** Returns the redaction of a session: it finds every kind that is planted. `step` says how much was appended. */
export const redactionOf = (looked: string[], isLate: boolean, step: () => number): Redaction =>
  redact({
    pii: ['email', 'card', 'iban', 'ssn', 'phone', 'ip'],
    patterns: [pattern],
    fields: listed,
    detectors: [countingDetector(looked), ...(isLate ? [lateDetector(() => step() >= lateUntil)] : [])],
  })
