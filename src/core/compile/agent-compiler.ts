import type { EventInput } from '../ir/event.ts'
import { agentFor } from '../program/agent-for.ts'
import { agentIn } from '../program/graph.ts'
import type { Declaration } from '../program/read-program.ts'
import { sealEvents } from '../session/events.ts'
import type { Session } from '../session/session.ts'
import type { Target } from '../target/target.ts'
import type { AgentLens } from './agent-lens.ts'
import { AgentLenses } from './agent-lenses.ts'
import { assertOptions } from './contract/assert-options.ts'
import { optionsOfCall } from './contract/copy-options.ts'
import type { CompileOptions } from './contract/options.ts'
import type { Compiled } from './contract/result.ts'
import type { Core } from './core.ts'
import { readPassedPlan } from './plan/plan-form.ts'
import { Preparations } from './preparations.ts'
import { protectRules } from './remember/after-answer.ts'
import { allProtectionsOf } from './resolve/protections-of.ts'
import { initialState, nothingAdded } from './rounds/begin.ts'
import { runDetectors } from './rounds/detectors.ts'
import type { Begun, CompileRound, CompilerParts, RoundState } from './rounds/round.ts'
import { rounds } from './rounds/rounds.ts'
import { wingsOf } from './rounds/wings.ts'
import { hidesSpeakers } from './summary/hides-speakers.ts'

/** Compiler of a program, which reuses the work of earlier compiles. `compile` creates one for a single use. */
export class AgentCompiler {
  private readonly kept: CompilerParts
  private readonly options: CompileOptions

  constructor(program: Declaration, options: CompileOptions) {
    assertOptions(options)
    this.options = options
    this.kept = {
      program,
      preparations: new Preparations(),
      lenses: new AgentLenses(program.graph),
      speakersApart: () => [...program.graph.agents.values()].some(({ agent }) => hidesSpeakers(agent)),
    }
  }

  async compile(session: Session, overrides: CompileOptions = {}): Promise<Compiled> {
    return this.compileWith(session, optionsOfCall(session, this.options, overrides))
  }

  /** Compiles like `compile`, with overrides of the library's own code, which need no check. */
  compileTrusted(session: Session, overrides: CompileOptions): Promise<Compiled> {
    return this.compileWith(session, { ...this.options, ...overrides })
  }

  /** Compiles with options that were checked and that no caller can change any more. */
  async compileWith(session: Session, options: CompileOptions): Promise<Compiled> {
    let state = initialState(this.beginInputs(session, options))
    for (let times = 1; ; times++) {
      for (const round of rounds) {
        if (state.again !== null || !isNeeded(round, state)) continue
        const found = round.do(state)
        state = { ...state, ...(found instanceof Promise ? await found : found) }
      }
      if (state.again === null) return compiledOf(state)
      // If no events were added, or after too many restarts, the next start is the last. From then on, nothing waits
      // for work.
      const isLast = state.again.events.length === 0 || times >= mostTimes - 1
      const { added, stored } = restartInputs(state)
      // Instruction functions are called only once, even if a compile restarts several times.
      state = initialState(
        { ...this.beginInputs(stored, options), added, isLast },
        { provided: state.provided },
      )
    }
  }

  /** Compiles synchronously, for a loaded target and an agent whose compile needs no waiting. */
  compileSync(target: Target<never>, session: Session, overrides: CompileOptions = {}): Compiled {
    const begun = this.beginInputs(session, optionsOfCall(session, this.options, overrides))
    let state = initialState({ ...begun, isLast: true }, { target })
    for (const round of rounds)
      if (!round.waits && isNeeded(round, state)) state = { ...state, ...round.do(state) }
    return compiledOf(state)
  }

  /** Returns the reader's view (lens) through which an agent sees the session. */
  agentLensOf(name: string, session: Session): AgentLens {
    const { lenses, program } = this.kept
    return lenses.lensForAgent(agentIn(program.graph, name), session, this.options)
  }

  /**
   * Runs async detectors on the texts that an agent may see, and returns the values that they found as events to
   * append.
   */
  async runAsyncDetectors(
    name: string,
    session: Session,
    signal: AbortSignal,
  ): Promise<readonly EventInput[]> {
    const lens = this.agentLensOf(name, session)
    // Adds the tasks of the agent's memory rules to the lens, so that detectors check these texts too.
    protectRules(lens, agentIn(this.kept.program.graph, name).agent.remember ?? [])
    const { events } = await runDetectors(lens, { ...this.options, signal })
    return events
  }

  /** Returns the reader's view (lens) for observers, such as a person who watches the session. */
  observerLens(session: Session): AgentLens {
    return this.kept.lenses.lensForObserver(session, this.options)
  }

  /** Returns a function that replaces protected values in events before the events are stored. */
  storageRemover(): (event: EventInput) => EventInput {
    return this.kept.lenses.storageRemoverOf(this.options)
  }

  clear(): void {
    this.kept.preparations.clear()
    this.kept.lenses.clear()
  }

  private beginInputs(stored: Session, { plan, ...options }: CompileOptions): Begun {
    const { kept } = this
    const found = agentFor(kept.program, stored, options.agent)
    const protections = allProtectionsOf(found.placed, options)
    const begun = { ...found, ...{ kept, options, plan: readPassedPlan(plan), stored, protections } }
    const all = { ...begun, added: nothingAdded, isLast: false }
    return { ...all, wings: wingsOf(all) }
  }
}

/** Code of the diagnostic that reports appended changes of declarations. */
const appendedCode = 'CX5004'

/**
 * Maximum number of times that one compile starts. A compile starts again because of values found in the session,
 * values found in declarations, and summaries.
 */
const mostTimes = 8

const isNeeded = ({ needs }: CompileRound, { wings }: RoundState): boolean =>
  needs === undefined || wings.has(needs)

const compiledOf = ({ core }: RoundState): Compiled => (core as Core).compiled

/** Returns the session for a restarted compile, and everything that was appended to the session for this compile. */
function restartInputs({
  stored,
  core,
  recalled,
  added,
  again,
}: RoundState): Pick<Begun, 'stored' | 'added'> {
  const { events, diagnostics } = again ?? nothingAdded
  // Searches for memories are recorded, so that no later start of the compile repeats them.
  const fresh = core?.compiled.events.slice(added.events.length) ?? recalled.events
  // If requests begin with the current declarations after all, no message is needed for their changes.
  const isAnew = events.some(({ actions }) => actions?.declared?.begins)
  const told = added.diagnostics.filter(({ code }) => !isAnew || code !== appendedCode)
  // The caller appends the returned events first, so that the event positions in the plan stay valid.
  const sealed = sealEvents([...events, ...fresh])
  return {
    stored: sealed.length > 0 ? stored.append(...sealed) : stored,
    added: {
      events: [...added.events, ...sealed],
      diagnostics: [...told, ...diagnostics],
    },
  }
}
