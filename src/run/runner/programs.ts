import { type Agent, type FunctionTool, isNative } from '../../core/agent/agent.ts'
import { Path } from '../../core/form/path.ts'
import type { Declared } from '../../core/program/program.ts'
import { type Declaration, readProgram } from '../../core/program/read-program.ts'
import { digest } from '../../core/text/digest.ts'
import { toJson } from '../../core/text/json.ts'

/** Program as it was passed to the runner, and in its parsed form. */
export interface CurrentProgram {
  readonly declared: Declared
  readonly program: Declaration
  /** Program's fields in the event that requests a run: a digest of the agents' tools, if they can change. */
  readonly asked: { readonly tools?: string }
}

/** Source of a runner's program, possibly a function. A session takes a new program when it is done or waits. */
export class Programs {
  private readonly source: () => Declared
  private readonly isFixed: boolean
  private known: CurrentProgram

  /** Throws a TypeError for a malformed program. */
  constructor(source: Declared | (() => Declared)) {
    this.isFixed = typeof source !== 'function'
    this.source = typeof source === 'function' ? source : () => source
    this.known = this.read(this.source())
  }

  /** Current program. Throws a TypeError for a malformed one. */
  get current(): CurrentProgram {
    const declared = this.isFixed ? this.known.declared : this.source()
    if (declared !== this.known.declared) this.known = this.read(declared)
    return this.known
  }

  private read(declared: Declared): CurrentProgram {
    const program = readProgram(declared)
    assertRunnable(program)
    const asked = this.isFixed ? {} : { tools: digest(toJson(toolsOf(program))) }
    return { declared, program, asked }
  }
}

/** Throws a TypeError for a tool whose calls nobody would answer, and for agents that the log could not tell apart. */
function assertRunnable({ graph }: Declaration): void {
  const [twice] = graph.doubled
  if (twice !== undefined)
    throw Path.named('the program').wrong(`has two agents with the name '${twice}'`, {
      help: 'give each agent of a program its own name, because the log knows agents by their names',
    })
  for (const [name, { agent }] of graph.agents)
    for (const tool of agent.tools ?? [])
      if (!isNative(tool) && !isAnswered(agent, tool))
        throw Path.named(`tool '${tool.name}' of agent '${name}'`).wrong(
          "needs execute, or answeredBy: 'person' or 'page', because a runner runs its calls",
        )
}

const isAnswered = ({ executors }: Agent, { name, agent, answeredBy }: FunctionTool): boolean =>
  agent !== undefined || answeredBy !== undefined || executors?.has(name) === true

const toolsOf = ({ graph }: Declaration): readonly unknown[] =>
  [...graph.agents].map(([name, { agent }]) => [name, agent.tools ?? []])
