import type { Diagnostic } from '../diag/diagnostic.ts'
import type { Level } from '../diag/level.ts'
import type { Declared } from '../program/program.ts'
import { readProgram } from '../program/read-program.ts'
import { factsOf } from './facts.ts'
import type { Finding } from './finding.ts'
import { assertCheckOptions, type CheckOptions, levelOf } from './options.ts'
import { rules } from './rules.ts'

/** Result of a check. */
export interface Checked {
  /** Whether nothing of level error was found. */
  readonly ok: boolean
  /** Errors first. */
  readonly diagnostics: readonly Diagnostic[]
}

const order: readonly Level[] = ['error', 'warn', 'info']

/**
 * Looks at a program before it runs: at all the ways that it may take, and what is in the state on each of them. Says
 * which keys are read and not there, what reaches an agent twice or not at all, and what can never happen.
 *
 * A finding that is intended is silenced for one agent by `allow: ['CX1003']` on the agent, everywhere by the option
 * `levels`. Throws a TypeError for what is no program and for malformed options.
 *
 * @example
 * import { agent, check } from 'ctxc'
 *
 * const booker = agent({ name: 'booker', instruction: 'Help to book. The intent is: {intent}' })
 * const { ok, diagnostics } = check(booker)
 * console.log(ok, diagnostics[0]?.code) // false CX1001
 */
export function check(program: Declared, options: CheckOptions = {}): Checked {
  assertCheckOptions(options)
  const facts = factsOf(readProgram(program))
  const found = rules.flatMap(rule => rule(facts)).filter(finding => !isAllowed(finding))
  const diagnostics = found.flatMap(({ diagnostic }) => {
    const level = levelOf(diagnostic, options)
    return level === 'off' ? [] : [{ ...diagnostic, level }]
  })
  return {
    ok: diagnostics.every(({ level }) => level !== 'error'),
    diagnostics: order.flatMap(level => diagnostics.filter(diagnostic => diagnostic.level === level)),
  }

  function isAllowed({ agents, diagnostic }: Finding): boolean {
    return agents.some(name => facts.graph.agents.get(name)?.agent.allow?.includes(diagnostic.code))
  }
}
