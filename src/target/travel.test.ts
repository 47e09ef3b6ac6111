import { expect, test } from 'vitest'
import { compile } from '../compile/compile.ts'
import { targetNames } from '../ir/target-name.ts'
import { createSession } from '../session/create.ts'

test.each(targetNames)('an empty file is named in a request to %s, and reported', async target => {
  for (const mediaType of ['image/png', 'application/pdf']) {
    const file = { kind: 'file', mediaType, source: { type: 'base64', data: '' } } as const
    const call = { kind: 'tool-call', id: 'c', name: 'f', arguments: {} } as const
    const events = [
      { author: 'user', parts: [file] },
      { author: 'a', parts: [call] },
      { author: 'tool', parts: [{ kind: 'tool-result', id: 'c', content: [file] } as const] },
    ]
    const program = { agent: { name: 'a' }, session: createSession({ events }) }
    const { request, diagnostics } = await compile(program, { target, model: 'gpt-5.4' })
    const lost = diagnostics.filter(({ code }) => code === 'CX7015').map(({ data }) => data.count as number)
    expect(lost.reduce((sum, count) => sum + count)).toBe(2)
    expect(JSON.stringify(request).match(new RegExp(`\\[file, ${mediaType}\\]`, 'g'))).toHaveLength(2)
  }
})
