import { protectedSessionOf } from '../compile/report/protected-session.ts'
import type { Program } from '../program/program.ts'

/**
 * Returns the program with the protected session that was compiled for a result. Previews made from it show no
 * protected value.
 */
export function shownProgram(result: object, program: Program | undefined): Program | undefined {
  const session = protectedSessionOf(result)
  return program === undefined || session === undefined ? program : { ...program, session }
}
