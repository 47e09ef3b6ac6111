import type { Diagnostic } from '../../core/diag/diagnostic.ts'
import { text } from '../../core/form/check.ts'
import type { DeclarationError } from '../../core/form/declaration-error.ts'
import { Path } from '../../core/form/path.ts'
import { isObject, type JsonValue } from '../../core/ir/json.ts'
import { isAgent, isGroup, type Member } from '../../core/program/member.ts'
import { readMember } from '../../core/program/read-member.ts'
import { frozenJson, type NotJson } from '../../core/text/json-value.ts'
import { diagnosticOf, noteLimitReached } from './place.ts'

/** Program that was read from data, or the reasons why the data could not be read. */
export type ParsedProgram =
  | { readonly ok: true; readonly program: Member; readonly diagnostics: readonly Diagnostic[] }
  | { readonly ok: false; readonly program: null; readonly diagnostics: readonly Diagnostic[] }

/**
 * Reads a program from data: an agent, or a group of agents and steps, as a JSON value. `programSchema` describes the
 * form. `ctxc/schema/program.json` gives it to an editor; name that file in `$schema` at the root. Agents with equal
 * content become one agent.
 *
 * Never throws. All mistakes are reported at once, each with its place and a correction: a value of the wrong form
 * (CX1101), an unknown field (CX1102) or an unknown kind (CX1103). Reading stops after 100 mistakes.
 *
 * @example
 * import { compile, createSession } from 'ctxc'
 * import { parseProgram } from 'ctxc/program'
 *
 * const text = '{ "name": "greeter", "model": "gpt-5.4", "instruction": "Greet the user." }'
 * const { program, diagnostics } = parseProgram(JSON.parse(text))
 * if (program) console.log((await compile(program, createSession())).ok)
 * else for (const { at, message, help } of diagnostics) console.log(at, message, help)
 */
export function parseProgram(data: unknown): ParsedProgram {
  const mistakes: DeclarationError[] = []
  let json: JsonValue = null
  const program = Path.ofData('program', mistakes).readSeparately(at => {
    json = copyJSON(data, at)
    return readRoot(json, at)
  })
  if (mistakes.length === 0) return { ok: true, program, diagnostics: [] }
  const diagnostics = mistakes.map(mistake => diagnosticOf(mistake, json))
  return { ok: false, program: null, diagnostics: noteLimitReached(diagnostics) }
}

/** Returns a frozen copy of a value that contains only JSON data. */
function copyJSON(data: unknown, at: Path): JsonValue {
  try {
    return frozenJson(data)
  } catch (error) {
    const { steps, found } = error as NotJson
    const place = steps.reduce<Path>((above, step) => above.in(step), at)
    throw place.wrong(found, {
      help: 'a program as data is JSON: texts, numbers, lists and objects of those',
    })
  }
}

function readRoot(json: JsonValue, at: Path): Member {
  if (!isObject(json)) return readMember(json, at)
  const { $schema, ...declaration } = json
  if ($schema !== undefined) at.in('$schema').readSeparately(place => text($schema, place))
  const member = readMember(declaration, at)
  if (isAgent(member) || isGroup(member)) return member
  throw at.wrong('is a step, but a program needs an agent', {
    help: 'put the step before an agent: { "kind": "pipeline", "members": [ … ] }',
  })
}
