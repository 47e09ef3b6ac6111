import type { Declared } from '../../core/program/program.ts'
import { type Declaration, readProgram } from '../../core/program/read-program.ts'
import { digest } from '../../core/text/digest.ts'
import { toJson } from '../../core/text/json.ts'

/** Program in the form that was given, and its parsed form. */
export interface CurrentProgram {
  readonly declared: Declared
  readonly program: Declaration
  /** Record of the program in a run's request: the digest of the agents' tools, unless the program never changes. */
  readonly asked: { readonly tools?: string }
}

/** Program of a runner, which a function may supply: a session takes the function's newest program when it rests. */
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
    const asked = this.isFixed ? {} : { tools: digest(toJson(toolsOf(program))) }
    return { declared, program, asked }
  }
}

const toolsOf = ({ graph }: Declaration): readonly unknown[] =>
  [...graph.agents].map(([name, { agent }]) => [name, agent.tools ?? []])
