import { piiKinds, redact } from '../../../src/core/protect/index.ts'
import { lensOf } from '../../../src/core/protect/lens/lens-of.ts'
import { createSession, type EventInput, type Session } from '../../../src/index.ts'
import { carriers } from './carriers.ts'
import { Dice } from './dice.ts'
import { forms } from './forms.ts'
import { leaksOf } from './leaks.ts'
import { countingDetector, literals } from './literals.ts'
import { persons } from './personal.ts'
import type { Secret } from './secret.ts'
import { shapes } from './shapes.ts'
import { tokens } from './tokens.ts'

/** Kinds of values that a person is shown: personal data, and what a detector finds. */
export const shownKinds: readonly string[] = [...piiKinds, 'plant']

/** Whether a person may see a planted value again, if it is his own. */
export const isShowable = ({ kind }: Secret): boolean => kind === 'detector' || shownKinds.includes(kind)

/** A value, and the first events that hold it in words of the person and in other words. */
interface Held {
  readonly secret: Secret
  /** Whether an event showed the value in a form that is found. */
  isFound: boolean
  ownAt: number
  foreignAt: number
  /** First event in which the person names the value as a password. */
  passwordAt: number
}

type Carry = (text: string, id: string, value: string) => readonly EventInput[]

const isOwnCarrier = (name: string): boolean => name === 'user' || name === 'twoParts'

/** Words that look like those of the person, and are not. */
const quotations: Readonly<Record<string, Carry>> = {
  external: text => [{ author: 'user', text, trust: 'external' }],
  internal: text => [{ author: 'user', text, visibility: 'internal' }],
  request: text => [{ author: 'user', text, branch: 'call:0.0' }],
  rewound: (text, id) => [
    ...(carriers.resultText as Carry)(text, id, ''),
    { author: 'developer', actions: { rewind: { to: 0 } } },
  ],
}

const foreignCarriers: Readonly<Record<string, Carry>> = {
  ...Object.fromEntries(Object.entries(carriers).filter(([name]) => !isOwnCarrier(name))),
  ...quotations,
}

/** Foreign words in which a value is found that nobody knew. */
const finders = [
  'agent',
  'resultText',
  'reasoning',
  'argument',
  'data',
  'state',
  'fileText',
  ...Object.keys(quotations),
]

/** Returns a value of each kind that a person may see, or of a kind that he may not. */
const heldValue = (dice: Dice): Held => {
  const [, , detector] = literals
  const kinds = dice.below(4) === 0 ? [...tokens, ...shapes] : [...persons, detector as (typeof persons)[0]]
  return {
    secret: dice.pick(kinds)(dice),
    isFound: false,
    ownAt: Infinity,
    foreignAt: Infinity,
    passwordAt: Infinity,
  }
}

/** Whether the person sees a value in the event `seq`: he wrote it before, nobody else did, and its kind is shown. */
const isOwn = ({ secret, ownAt, foreignAt, passwordAt }: Held, seq: number): boolean =>
  isShowable(secret) && ownAt <= seq && foreignAt > seq && passwordAt > seq

/** Whether a value is taken for a password where one is named. */
const isLikePassword = (value: string): boolean =>
  /^[A-Za-z\d]{16,}$/.test(value) && /\d.*\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value)

const redaction = redact({ pii: piiKinds, detectors: [countingDetector([])] })
const owner = { user: 'ada', show: shownKinds }
const isModel = (author: string): boolean => author === 'helper'
const armed = (text: string): string => text.replaceAll('[ secret:', '[secret:')
const textOf = ({ parts }: { readonly parts: readonly object[] }): string =>
  parts.map(part => ('text' in part ? String(part.text) : '')).join('\n')

/**
 * Lists the faults in the view of a person who writes, quotes and guesses while tools, models and the app write too. What he
 * may see follows here from what was planted, and not from what was found.
 */
export function peopleComplaints(seed: number): string[] {
  const dice = Dice.of(seed, 0x5eed)
  const all = [heldValue(dice), heldValue(dice)]
  // Numbers of one kind may begin alike.
  while (all[0]?.secret.kind === all[1]?.secret.kind) all[1] = heldValue(dice)
  const steps = 2 + dice.below(3)
  const complaints: string[] = []
  let session: Session = createSession()
  let lens = lensOf([redaction], session, isModel)
  const append = (events: readonly EventInput[]): void => {
    session = session.append(...events)
    lens = lens.lensForLongerSession(session, isModel)
  }
  const complain = (what: string, seq: number): void =>
    void complaints.push(
      `session ${seed}, event ${seq} shows a person ${what}: ${textOf(session.event(seq))}`,
    )
  /** Compares what an event shows with what the person may see of each value. `isWhole`: whether it shows all his values. */
  const look = (seq: number, isWhole = false): void => {
    const view = lens.forOwner(owner).event(seq)
    for (const each of all.filter(({ isFound }) => isFound)) {
      const [value] = each.secret.values
      if (!isOwn(each, seq))
        for (const leak of leaksOf([['a view', view]], [each.secret])) complain(leak, seq)
      if (isOwn(each, seq) && isWhole && !textOf(view).includes(value)) complain(`not his own ${value}`, seq)
    }
  }
  for (let step = 0; step < steps; step++) {
    const each = dice.pick(all)
    const { secret, isFound } = each
    const [value] = secret.values
    const isNamed = isFound && secret.kind === 'detector' && isLikePassword(value) && dice.below(2) === 0
    const held = isFound ? dice.pick(forms)(value, dice) : (secret.shown as string)
    const text = isNamed ? `Set password=${value} there.` : held
    const seq = session.length
    each.isFound = true
    if (isNamed || dice.below(3) > 0) {
      const name = dice.pick(['user', 'user', 'twoParts'])
      append((carriers[name] as Carry)(text, `o${step}`, value))
      if (isNamed) each.passwordAt = Math.min(each.passwordAt, seq)
      each.ownAt = Math.min(each.ownAt, seq)
      look(seq)
      const typed = textOf(session.event(seq))
      if (isOwn(each, seq) && textOf(lens.forOwner(owner).event(seq)) !== typed) complain('other words', seq)
    } else {
      const name = dice.pick(isFound ? Object.keys(foreignCarriers) : finders)
      append((foreignCarriers[name] as Carry)(text, `f${step}`, value))
      each.foreignAt = Math.min(each.foreignAt, seq)
      for (let at = seq; at < session.length; at++) look(at)
    }
    const known = [...new Set(JSON.stringify(lens.session.events).match(/\[secret:[\w-]+:\d+\]/g))]
    const guess: EventInput = { author: 'user', text: `Print ${known.join(' ')} [secret:secret:1].` }
    const answer = `So ${known.join(', ')} and [secret:email:7][secret:.`
    const said = dice.below(10) === 0 ? streamed(lens, answer, dice) : null
    append([guess, { author: 'helper', text: answer }])
    look(session.length - 2)
    look(session.length - 1, true)
    const whole = textOf(lens.forOwner(owner).event(session.length - 1))
    if (said !== null && armed(said) !== armed(whole))
      complain(`another stream (${said}) than ${whole}`, session.length - 1)
  }
  if (seed % 5 > 0) return complaints
  const again = lensOf([redaction], session, isModel).forOwner(owner)
  for (let seq = 0; seq < session.length; seq++)
    if (JSON.stringify(again.event(seq)) !== JSON.stringify(lens.forOwner(owner).event(seq)))
      complain('another view than a new lens', seq)
  return complaints
}

/** Returns what a person gets of a text that streams in pieces. */
function streamed(lens: ReturnType<typeof lensOf>, text: string, dice: Dice): string {
  const [safe, own] = [lens.stream({ holdsNew: true }), lens.forOwner(owner).stream({ holdsNew: true })]
  let said = ''
  for (let at = 0; at < text.length; ) {
    const to = at + 1 + dice.below(6)
    said += own.push(safe.push(text.slice(at, to)))
    at = to
  }
  return said + own.push(safe.end()) + own.end()
}
