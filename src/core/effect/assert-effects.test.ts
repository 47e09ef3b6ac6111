import { expect, test } from 'vitest'
import { createCompiler } from '../compile/compiler.ts'
import { createSession } from '../session/create.ts'

const embed = { id: 'm', run: async () => [] }

test.each<readonly [unknown, string]>([
  [5, 'effects must be an object'],
  [{ embedding: embed }, "effects has no option 'embedding': did you mean 'embed'?"],
  [{ embed: embed.run }, 'effects.embed must be an object'],
  [{ embed: { id: 'm' } }, 'effects.embed.run is missing: give a function'],
  [{ embed: { ...embed, id: '' } }, 'effects.embed.id must be a text that names what does it'],
  [{ embed: { run: embed.run } }, 'effects.embed.id is missing: give a text that names what does it'],
  [{ embed: { ...embed, version: 2 } }, 'effects.embed.version must be a text'],
  [{ embed: { ...embed, batch: 0 } }, 'effects.embed.batch must be a whole number from 1'],
  [{ concurrency: 1.5 }, 'effects.concurrency must be a whole number from 1'],
])('malformed effects are a TypeError: %#', async (effects, message) => {
  const program = { agent: { name: 'a' } }
  expect(() => createCompiler(program, { effects } as never)).toThrow(TypeError)
  expect(() => createCompiler(program, { effects } as never)).toThrow(message)
  const call = createCompiler(program, { model: 'gpt-5.4' }).compile(createSession(), { effects } as never)
  await expect(call).rejects.toThrow(message)
})

test('a signal must be an AbortSignal', () => {
  expect(() => createCompiler({ agent: { name: 'a' } }, { signal: 500 } as never)).toThrow(
    'createCompiler.signal must be an AbortSignal, got 500',
  )
})

test('a handler may be an instance of a class', () => {
  class Handler {
    id = 'm'
    async run() {
      return []
    }
  }
  expect(() => createCompiler({ agent: { name: 'a' } }, { effects: { embed: new Handler() } })).not.toThrow()
})
