import { expect, test } from 'vitest'
import { compile } from '../../src/core/compile/compile.ts'
import { createCompiler } from '../../src/core/compile/compiler.ts'
import { expand } from '../../src/core/context/operation/compact/expand.ts'
import { nextSteps } from '../../src/core/program/next-steps.ts'
import { createSession } from '../../src/core/session/create.ts'
import { fromOpenAI } from '../../src/core/vendor/openai/read/openai.ts'

const agent = { name: 'a' }
const untyped = compile as unknown as (...given: unknown[]) => Promise<unknown>
const through = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const session = createSession({ id: 'x', events: [{ author: 'user', text: 'Hi' }] })
const stored = 'must be given a session, got the JSON of one: restoreSession(json) reads it'

test('plain JSON of a session is refused with the function that reads it', async () => {
  await expect(untyped(agent, through(session))).rejects.toThrow(`compile ${stored}`)
  await expect(untyped(agent, through(session), { model: 'gpt-5.4' })).rejects.toThrow(stored)
  const conversation = through(fromOpenAI([{ role: 'user', content: 'Hi' }]))
  await expect(untyped(conversation)).rejects.toThrow(stored)
  await expect(untyped(conversation, { model: 'gpt-5.4' })).rejects.toThrow(stored)
  await expect(createCompiler(agent, {}).compile(through(session) as never)).rejects.toThrow(stored)
  expect(() => nextSteps(agent, through(session) as never)).toThrow(`nextSteps ${stored}`)
})

test('a list and any other invalid session are refused', async () => {
  for (const rest of [[[{ author: 'user', text: 'Hi' }]], [[], {}]])
    await expect(untyped(agent, ...rest)).rejects.toThrow(
      'compile must be given a session, got a list: createSession(',
    )
  await expect(untyped(agent, { id: 'x' }, {})).rejects.toThrow(
    'compile must be given a session, got an object: createSession(',
  )
  await expect(untyped(agent, {})).rejects.toThrow('compile needs a session: compile(')
  await expect(untyped(agent, { modle: 'x' })).rejects.toThrow("no option 'modle'")
})

test('expand refuses plain JSON of a session too', () => {
  expect(() => expand(through(session) as never, '0.0')).toThrow(`expand ${stored}`)
})
