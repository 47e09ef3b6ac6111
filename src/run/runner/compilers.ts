import type { GenerateConfig } from '../../core/agent/agent.ts'
import { AgentCompiler } from '../../core/compile/agent-compiler.ts'
import type { AgentLens } from '../../core/compile/agent-lens.ts'
import type { CompileOptions } from '../../core/compile/contract/options.ts'
import type { Compiled } from '../../core/compile/contract/result.ts'
import type { EventInput } from '../../core/ir/event.ts'
import type { Declared } from '../../core/program/program.ts'
import { readProgram } from '../../core/program/read-program.ts'
import { invocationOf } from '../../core/program/turn/invocation.ts'
import type { Session } from '../../core/session/session.ts'
import { isFirstCall } from './is-first-call.ts'
import { planBefore } from './plan-before.ts'
import type { RunnerSettings } from './settings.ts'

/** Agent to compile for, with the model and the client of the request. */
export interface CompileTask
  extends Required<Pick<CompileOptions, 'model' | 'now' | 'owner' | 'signal' | 'target'>> {
  readonly agent: string
  readonly branch: string
  /** Whether this is the agent's last call because of a limit, so that it must not call tools. */
  readonly isLast?: boolean
  /** Generation settings of the agent. */
  readonly config?: GenerateConfig | undefined
}

/** Whether a tool choice forces the model to call a tool. */
const forcesToolCall = (choice: GenerateConfig['toolChoice']): boolean =>
  choice === 'required' || typeof choice === 'object'

/** Compilers of one session. There is one for each model and target, because an agent's model may change. */
export class Compilers {
  private readonly known = new Map<string, AgentCompiler>()
  /** Newest result of a compile, for each agent and branch. */
  private readonly newest = new Map<string, Compiled>()
  private spare: AgentCompiler | null = null
  private readonly declared: Declared
  private readonly settings: RunnerSettings

  constructor(declared: Declared, settings: RunnerSettings) {
    this.declared = declared
    this.settings = settings
  }

  /** Compiles an agent's next request, with the plan of the agent's previous request. */
  async compile(session: Session, { isLast, owner, config, ...task }: CompileTask): Promise<Compiled> {
    const { agent, branch, target, model, ...rest } = task
    const asked = invocationOf(session).isRun ? session.units.runMarks.asks.at(-1)?.run.asked : undefined
    const wanted = asked?.generateConfig as GenerateConfig | undefined
    const { toolChoice = config?.toolChoice } = wanted ?? {}
    // A forced tool call only applies to the first call of a turn. Otherwise the agent could never finish.
    const isCalled = forcesToolCall(toolChoice) && !isFirstCall(session, agent, branch)
    const generateConfig: GenerateConfig = {
      ...wanted,
      ...(isCalled && { toolChoice: 'auto' }),
      ...(isLast && { toolChoice: 'none' }),
    }
    const run = { branch, ...(Object.keys(generateConfig).length > 0 && { generateConfig }) }
    const plan = planBefore(session, agent, branch)
    const searched = this.settings.compile.memory === undefined ? {} : { owner }
    const options = { ...rest, ...searched, agent, run, plan }
    const compiled = await this.compilerFor({ target, model }).compileTrusted(session, options)
    this.newest.set(`${agent} ${branch}`, compiled)
    return compiled
  }

  /** Returns the newest result of compiling an agent on a branch; null if there is none. */
  newestOf(agent: string, branch: string): Compiled | null {
    return this.newest.get(`${agent} ${branch}`) ?? null
  }

  /** Returns an agent's view of the session (lens), with protected values hidden. */
  agentViewOf(session: Session, agent: string): AgentLens {
    return this.any.agentLensOf(agent, session)
  }

  /** Returns events with what slow detectors find in content that an agent may see. */
  runSlowDetectors(session: Session, agent: string, signal: AbortSignal): Promise<readonly EventInput[]> {
    return this.any.runAsyncDetectors(agent, session, signal)
  }

  /** Returns the view of the session (lens) for observers, with protected values hidden. */
  observerViewOf(session: Session): AgentLens {
    return this.any.observerLens(session)
  }

  /** Returns a function that removes protected values from events before they are stored. */
  storageFilter(): (event: EventInput) => EventInput {
    return this.any.storageRemover()
  }

  /** Any of the compilers, for results that are equal for all models. */
  private get any(): AgentCompiler {
    const [known] = this.known.values()
    this.spare ??= known ?? new AgentCompiler(readProgram(this.declared), this.settings.compile)
    return this.spare
  }

  private compilerFor({ target, model }: Pick<CompileTask, 'target' | 'model'>): AgentCompiler {
    const key = `${target} ${model}`
    const known = this.known.get(key)
    if (known !== undefined) return known
    const compiler = new AgentCompiler(readProgram(this.declared), {
      ...this.settings.compile,
      target,
      model,
    })
    this.known.set(key, compiler)
    return compiler
  }
}
