import type { TokenCounter } from '../../count/tokenizer.ts'
import { type Automaton, buildAutomaton } from './automaton.ts'
import { type PiiKind, piiKinds, piiRules } from './pii/pii-rules.ts'
import type { DetectRule } from './rule.ts'
import { secretRules } from './secret-rules.ts'
import { DetectWalk } from './walk.ts'

/** Kinds of values that a detector finds. */
export interface WantedKinds {
  /** Whether secrets are found. */
  readonly secrets?: boolean
  /** Kinds of personal data; none by default. */
  readonly pii?: readonly PiiKind[]
  /** Tokenizer that measures how random a value looks; the vocabulary `o200k_base` by default. */
  readonly counter?: TokenCounter
}

/** Detection rules, and the automaton of their keywords. */
interface Built {
  readonly rules: readonly DetectRule[]
  readonly automaton: Automaton
}

const built = new Map<string, Built>()

/** Returns the rules for the wanted kinds and their automaton, which is built only once. */
function rulesForKinds({ secrets = false, pii = [] }: WantedKinds): Built {
  const kinds = piiKinds.filter(kind => pii.includes(kind))
  const key = [secrets, ...kinds].join()
  const known = built.get(key)
  if (known) return known
  const rules = [...(secrets ? secretRules : []), ...piiRules(kinds)]
  const made = { rules, automaton: buildAutomaton(rules.map(rule => rule.keyword)) }
  built.set(key, made)
  return made
}

/** Returns a walk that finds the wanted kinds of values in a text. More text may be added to its reader. */
export function createDetectWalk(wanted: WantedKinds): DetectWalk {
  const { rules, automaton } = rulesForKinds(wanted)
  return new DetectWalk(rules, automaton, wanted.counter)
}
