import type { Level } from '../../core/diag/catalogue.ts'
import type { Diagnostic } from '../../core/diag/diagnostic.ts'
import type { Declared } from '../../core/program/program.ts'
import { readProgram } from '../../core/program/read-program.ts'
import { programFacts } from './facts.ts'
import type { RuleFinding } from './finding.ts'
import { assertCheckOptions, type CheckOptions, findingLevel } from './options.ts'
import { checkRules } from './rules.ts'

/** Result of a check. */
export interface Checked {
  /** Whether no finding has the level `error`. */
  readonly ok: boolean
  /** Findings, errors first. */
  readonly diagnostics: readonly Diagnostic[]
}

const order: readonly Level[] = ['error', 'warn', 'info']

/**
 * Checks a program without running it, along every path that a run may take, with the possible state on each path.
 * Reports keys that are read but missing, text that reaches an agent twice or not at all, and code that can never run.
 *
 * To silence an intended finding for one agent, set `allow: ['CX1003']` on the agent; to silence it everywhere, use the
 * option `levels`. Throws a TypeError for an invalid program or invalid options.
 *
 * @example
 * import { agent } from 'ctxc'
 * import { check } from 'ctxc/check'
 *
 * const booker = agent({ name: 'booker', instruction: 'Help to book. The intent is: {intent}' })
 * const { ok, diagnostics } = check(booker)
 * console.log(ok, diagnostics[0]?.code) // false CX1001
 */
export function check(program: Declared, options: CheckOptions = {}): Checked {
  assertCheckOptions(options)
  const facts = programFacts(readProgram(program), options.modelRows)
  const found = checkRules.flatMap(rule => rule(facts)).filter(finding => !isAllowed(finding))
  const diagnostics = found.flatMap(({ diagnostic }) => {
    const level = findingLevel(diagnostic, options)
    return level === 'off' ? [] : [{ ...diagnostic, level }]
  })
  return {
    ok: diagnostics.every(({ level }) => level !== 'error'),
    diagnostics: order.flatMap(level => diagnostics.filter(diagnostic => diagnostic.level === level)),
  }

  function isAllowed({ agents, diagnostic }: RuleFinding): boolean {
    return agents.some(name => facts.graph.agents.get(name)?.agent.allow?.includes(diagnostic.code))
  }
}
