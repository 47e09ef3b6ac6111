import type { Agent } from '../../agent/agent.ts'
import type { Diagnostic } from '../../diag/diagnostic.ts'
import type { EventInput } from '../../ir/event.ts'
import type { Protection } from '../../ir/protection.ts'
import type { AgentFor } from '../../program/agent-for.ts'
import type { Declaration } from '../../program/read-program.ts'
import type { Session } from '../../session/session.ts'
import type { Target } from '../../target/target.ts'
import type { AgentLens } from '../agent-lens.ts'
import type { AgentLenses } from '../agent-lenses.ts'
import type { HeadChange } from '../contract/core-input.ts'
import type { CompileOptions } from '../contract/options.ts'
import type { PassedPlan } from '../contract/plan.ts'
import type { Core } from '../core.ts'
import type { Preparations } from '../preparations.ts'
import type { Recalled } from '../recall/recall.ts'
import type { Provided } from '../resolve/provide.ts'
import type { Resolved } from '../resolve/resolve.ts'
import type { ReadySummaries } from '../summary/ready.ts'

/** Optional part of the compiler (wing), for features that only some agents, programs or options declare. */
export type Wing =
  | 'guard'
  | 'branches'
  | 'providers'
  | 'validators'
  | 'repetition'
  | 'memories'
  | 'effects'
  | 'policy'

/** Parts of a compiler that are kept between compiles. */
export interface CompilerParts {
  readonly program: Declaration
  readonly preparations: Preparations
  readonly lenses: AgentLenses
  /** Whether some agent of the program does not see all speakers. */
  readonly speakersApart: () => boolean
}

/** Inputs of a compile, before its first round. */
export interface Begun extends AgentFor {
  readonly kept: CompilerParts
  readonly options: Omit<CompileOptions, 'plan'>
  readonly plan: PassedPlan
  /** Session, with the events that were appended for this compile. */
  readonly stored: Session
  /** Events that were appended to the session for this compile, with their diagnostics. */
  readonly added: ReadySummaries
  /** Whether this is the last time that the compile starts. */
  readonly isLast: boolean
  /** Protections of the agent. */
  readonly protections: readonly Protection[]
  /** Optional parts of the compiler (wings) that the compile needs. */
  readonly wings: ReadonlySet<Wing>
}

/** Results of a compile's rounds. */
export interface RoundResults {
  /** Session with the values removed that are protected from the agent. */
  readonly session: Session
  /** Reader's view (lens) through which the agent sees the session. */
  readonly lens: AgentLens
  /** Session with protected values removed, and with the state that the agent reads. */
  readonly seen: Session
  /** Texts that instruction functions returned; null before the functions were called. */
  readonly provided: Provided | null
  /**
   * Returns findings about the events that the agent `sees`, before values in the session are replaced. The findings
   * are computed only once.
   */
  readonly findings: ((sees: (seq: number) => boolean) => readonly Diagnostic[]) | null
  /** Agent with protected values removed from its memory queries. */
  readonly asking: Agent
  readonly recalled: Recalled
  /** Loaded target of the request; null if none is known. */
  readonly target: Target<never> | null
  /**
   * Agent with everything that depends on the session; null before it is known with which declarations requests
   * begin.
   */
  readonly resolved: Resolved | null
  /** Events that record the declarations with which requests begin. */
  readonly declared: readonly EventInput[]
  /** Newest change of the declarations with which requests begin; null if the session records none. */
  readonly headChange: HeadChange | null
  /** Compiled request; null before the request is written. */
  readonly core: Core | null
  /**
   * Events to append before the compile starts again; null to continue without a restart. After an empty list, the next
   * start is the last one.
   */
  readonly again: ReadySummaries | null
}

/** State of a compile between two rounds. */
export interface RoundState extends Begun, RoundResults {}

/** Round (one step) of a compile. */
export type CompileRound =
  | {
      readonly waits?: false
      /**
       * Optional part of the compiler (wing) to which the round belongs; absent for a round that runs in every compile.
       */
      readonly needs?: Wing
      /** Runs the round, and returns its results for later rounds. */
      readonly do: (state: RoundState) => Partial<RoundResults>
    }
  | {
      /** Set if the round may return a promise. Such a round is skipped in a synchronous compile. */
      readonly waits: true
      readonly needs?: Wing
      readonly do: (state: RoundState) => Partial<RoundResults> | Promise<Partial<RoundResults>>
    }
