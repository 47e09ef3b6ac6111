import { expect, test } from 'vitest'
import { agent } from '../agent/declare.ts'
import { pipeline } from '../program/pipeline.ts'
import { createSession } from '../session/create.ts'
import { compile } from './compile.ts'
import { compileInstruction, effectiveTools } from './stages.ts'

const first = agent({ name: 'first', identity: false, instruction: 'First.', outputKey: 'k' })
const second = agent({ name: 'second', identity: false, instruction: 'Second.' })
const app = pipeline(first, second)

test('compileInstruction resolves the agent that is next, as compile does', async () => {
  const session = createSession({
    events: [
      { author: 'user', text: 'Hi' },
      { author: 'first', text: 'Done.' },
    ],
  })
  expect((await compile(app, session, { model: 'gpt-5.4' })).agent.name).toBe('second')
  expect((await compileInstruction(app, { session })).text).toBe('Second.')
  expect((await compileInstruction(app, { session, agent: 'first' })).text).toBe('First.')
  expect((await compileInstruction(app)).text).toBe('First.')
})

test('malformed options are TypeErrors', async () => {
  const asked = compileInstruction(app, { session: {} } as never)
  await expect(asked).rejects.toThrow(TypeError)
  await expect(asked).rejects.toThrow('compileInstruction must be given a session, got an object')
  const misspelt = () => effectiveTools(app, { agnt: 'second' } as never)
  expect(misspelt).toThrow(TypeError)
  expect(misspelt).toThrow("effectiveTools has no option 'agnt': did you mean 'agent'?")
  expect(() => effectiveTools(app, 'second' as never)).toThrow(TypeError)
})

test('missing values are reported at the places that the source map has', async () => {
  const asks = agent({
    name: 'asks',
    identity: false,
    globalInstruction: '{who}',
    instruction: 'Greet {who} in {language} and {who?}.',
  })
  const at = ['d:globalInstruction', 'd:instruction@6-11', 'd:instruction@15-25']
  const { segments, diagnostics } = await compileInstruction(asks)
  expect(diagnostics).toMatchObject([{ code: 'CX2001', at, data: { names: ['who', 'language'], count: 3 } }])
  expect(segments.map(({ origin }) => origin)).toEqual(expect.arrayContaining(at))
  const refused = await compileInstruction(asks, { missing: 'error' })
  expect(refused.diagnostics).toMatchObject([{ code: 'CX2002', at }])
})

test('an instruction function may throw any value', async () => {
  const thrower = agent({
    name: 'thrower',
    instruction: () => {
      throw Object.create(null)
    },
  })
  const { ok, diagnostics } = await compile(
    thrower,
    createSession({ events: [{ author: 'user', text: 'Hi' }] }),
    { model: 'gpt-5.4' },
  )
  expect(ok).toBe(false)
  expect(diagnostics).toMatchObject([{ code: 'CX2003', data: { why: 'something that has no words' } }])
})
