import { digest } from '../../text/digest.ts'
import { toJson } from '../../text/json.ts'

/** Hashes of what the prefix of a request depends on beside the session. */
export interface Fingerprint {
  readonly agent: string
  /** View of the session that the agent is shown. */
  readonly shown: string
  readonly target: string
  readonly model: string
  readonly instruction: string
  /** Values of the state that stand in the instruction: each key and a digest. */
  readonly state: string
  readonly tools: string
  readonly outputSchema: string
  readonly budget: string
}

/** Why the beginning of a request is not what it was. */
export type DecisionKind =
  /** The declarations before the history changed, or another model is called. */
  | 'config-change'
  /** Tools had to be declared for other calls of the history. */
  | 'tools'
  /** The provider compacted what came before. */
  | 'compact'
  /** A summary stands for some of the history. */
  | 'summary'
  /** Events were taken back. */
  | 'rewind'
  /** The state holds what was shown before, under a key that the agent is given: it is not shown twice. */
  | 'state'
  /** Another turn is the current one, and that is all that is shown. */
  | 'slide'
  /** Older history was left out. */
  | 'trim'
  /** A clause of the policy may take no more tokens. */
  | 'limit'
  /** Units before a place are compacted where they may be. */
  | 'shorten'
  /** Supplementary units were left out. */
  | 'supplementary'
  /** The policy selects other units than before, or shows them differently. */
  | 'selection'
  /** Passes of the program make something else of what was chosen. */
  | 'passes'
  /** Words stand beside the history to which thoughts are bound. */
  | 'beside'
  /** Reasoning is no longer sent, because what it was made behind changed. */
  | 'reasoning'

/** Something that was decided about the history, and holds until something else is. */
export interface Decision {
  readonly kind: DecisionKind
  /** Number of events that the session had. */
  readonly at: number
  /** `high-water`: the limit was reached; of a changed configuration: all that changed. */
  readonly why: string
  /** Ids of the units that it is about: of a trim the first that is kept, and those before it that go along. */
  readonly units: readonly string[]
  /** Tells the session that it was taken in from another one. */
  readonly hash: string
}

/**
 * Decisions of a compile that a fold over the session cannot work out again: small, plain data. Pass the plan to the
 * next compile of the session, so that the beginning of the request stays as it was sent, and is found in the
 * provider's cache. A plan of another session, or of another configuration, does no harm: it is not used.
 */
export interface Plan {
  readonly version: 1
  readonly fingerprint: Fingerprint
  /** The session that it was made of: how many events it had, and a mark of what they were. */
  readonly head: { readonly events: number; readonly hash: string }
  /** Decisions that still hold, in the order of the request. */
  readonly decisions: readonly Decision[]
  /** Reasoning of earlier events than this one is left out. */
  readonly reasoning: number
  /** Tells a plan as it was given from one that something damaged. */
  readonly check: string
}

/** The check of a plan. */
export function checkOf({
  fingerprint,
  head,
  decisions,
  reasoning,
}: Omit<Plan, 'check' | 'version'>): string {
  return digest(toJson([Object.values(fingerprint), head, decisions, reasoning])).slice(0, 12)
}

/** The order in which decisions stand in a request. */
export const decisionOrder: readonly DecisionKind[] = [
  'config-change',
  'tools',
  'compact',
  'summary',
  'rewind',
  'state',
  'slide',
  'trim',
  'limit',
  'shorten',
  'supplementary',
  'selection',
  'passes',
  'beside',
  'reasoning',
]
