import { expect, test } from 'vitest'
import { compile, createSession, type Member, pipeline } from '../../index.ts'
import { reservedAuthors } from '../ir/event.ts'
import { agent } from './declare.ts'

const session = createSession({ events: [{ author: 'user', text: 'Hi' }] })

test.each(reservedAuthors)('no agent may be called %s, which names the author of other words', async name => {
  const message = `name must not be '${name}', which is a reserved author`
  expect(() => agent({ name })).toThrow(TypeError)
  expect(() => agent({ name })).toThrow(`agent.${message}`)
  expect(() => agent({ name: 'a', subAgents: [{ name }] })).toThrow(`agent.subAgents[0].${message}`)
  expect(() => pipeline({ name } as never)).toThrow(`pipeline.members[0].${message}`)
  await expect(compile({ name }, session)).rejects.toThrow(`agent.${message}`)
  await expect(compile({ agent: { name }, session } as never)).rejects.toThrow(`agent.${message}`)
})

test('a name must not be empty', () => {
  expect(() => agent({ name: '' })).toThrow('agent.name is empty: choose a name that no other agent has')
  expect(agent({ name: 'model' }).name).toBe('model')
})

const given = (field: object): unknown => agent({ name: 'a', ...field } as never)

test.each(['foo:x', 'user:', '', 'session:x'])('the outputKey %j is refused', outputKey => {
  expect(() => given({ outputKey })).toThrow('agent.outputKey is not a key of the state')
})

test.each(['x', 'user:x', 'temp:x', 'a b'])('the outputKey %j is accepted, as by S.set', outputKey => {
  expect(given({ outputKey })).toMatchObject({ outputKey })
})

test.each(['foo:x', 'user:', ''])('%j is refused as a key of expects, reads and writes', key => {
  const wrong = 'is not a key of the state'
  expect(() => given({ expects: ['a', key] })).toThrow(`agent.expects[1] ${wrong}`)
  expect(() => given({ tools: [{ name: 't', reads: [key] }] })).toThrow(`agent.tools[0].reads[0] ${wrong}`)
  expect(() => given({ tools: [{ name: 't', writes: [key] }] })).toThrow(`agent.tools[0].writes[0] ${wrong}`)
})

test('expects, reads and writes accept keys of every scope', () => {
  const keys = ['a', 'app:a', 'user:a', 'temp:a', 'session:a', 'derived:a', 'turn:a']
  expect(given({ expects: keys, tools: [{ name: 't', reads: keys, writes: keys }] })).toMatchObject({
    expects: keys,
  })
})

test.each([Number.NaN, Number.POSITIVE_INFINITY])('the setting %d is refused', async temperature => {
  const message = `generateConfig.temperature must be a finite number, got ${temperature}`
  expect(() => given({ generateConfig: { temperature } })).toThrow(`agent.${message}`)
  const program: Member = agent({ name: 'a' })
  const options = { model: 'gpt-5.4', run: { generateConfig: { temperature } } }
  await expect(compile(program, session, options)).rejects.toThrow(`run.${message}`)
})
