import { protectedSessionOf } from '../compile/report/protected-session.ts'
import type { Program } from '../program/program.ts'

/**
 * Returns the program with the protected session from which a result was compiled, so that previews show no protected
 * value.
 */
export function shownProgram(result: object, program: Program | undefined): Program | undefined {
  const session = protectedSessionOf(result)
  return program === undefined || session === undefined ? program : { ...program, session }
}
