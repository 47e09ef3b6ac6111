import { expect, test } from 'vitest'
import { PrefixChain } from './prefix-chain.ts'

const message = (text: string) => ({ role: 'user', parts: [{ text }] })

test('hashes of a chain that grows, is cut and changes are those of a new chain', () => {
  const chain = new PrefixChain()
  const settings = { systemInstruction: { parts: [] } }
  const all = Array.from({ length: 20 }, (_, index) => message(`${index}`))
  const other = message('other')
  for (const messages of [
    all.slice(0, 5),
    all,
    all.slice(0, 3),
    [...all.slice(0, 3), other, ...all.slice(4)],
    [],
  ])
    expect([...chain.hashPrefixes('model', settings, messages)]).toEqual([
      ...new PrefixChain().hashPrefixes('model', settings, messages),
    ])
})

test('another model, instruction or message is another hash', () => {
  const hashOf = (model: string, settings: object, text: string) =>
    new PrefixChain().hashPrefixes(model, settings as never, [message(text)]).at(-1)
  const hashes = [
    hashOf('a', {}, 'x'),
    hashOf('b', {}, 'x'),
    hashOf('a', { tools: [] }, 'x'),
    hashOf('a', {}, 'y'),
  ]
  expect(new Set(hashes).size).toBe(4)
})

test('a message that was looked at before is not written again', () => {
  const chain = new PrefixChain()
  let written = 0
  const counted = { role: 'user', toJSON: () => ++written }
  const joined = () => ({ role: 'model', parts })
  const parts = [{ toJSON: () => ++written }]
  chain.hashPrefixes('model', {}, [counted, { ...joined(), parts: [...parts] }])
  expect(written).toBe(2)
  chain.hashPrefixes('model', {}, [counted, { ...joined(), parts: [...parts] }, message('new')])
  expect(written).toBe(2)
})
