// Declarations and the stages that read them: what is declared wrongly is named, and a stage shows what is sent.
import { describe, expect, test } from 'vitest'
import { check } from '../../src/check.ts'
import { compileInstruction } from '../../src/compile.ts'
import { agent, compile, createSession, loop, type Member, pipeline } from '../../src/index.ts'

describe('compileInstruction (F4)', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'string' } },
    required: ['a'],
    additionalProperties: false,
  }
  const session = createSession({ events: [{ author: 'user', text: 'q' }] })

  test.each(['gpt-5.4', 'claude-sonnet-5', 'gemini-3.5-flash', 'gpt-4-turbo'])(
    'shows the text of a request to %s',
    async model => {
      const program = agent({ name: 'a', instruction: 'Do.', outputSchema: schema, model })
      const { text, segments } = await compileInstruction(program, { session })
      const { request } = await compile(program, session, {})
      expect(JSON.stringify(request)).toContain(JSON.stringify(text).slice(1, -1))
      expect(JSON.stringify(request).includes('Reply with valid JSON')).toBe(
        text.includes('Reply with valid JSON'),
      )
      expect(segments.at(-1)?.end).toBe(text.length)
    },
  )

  test('accepts a model or a target', async () => {
    const program = agent({ name: 'a', outputSchema: schema })
    expect((await compileInstruction(program)).text).toContain('Reply with valid JSON')
    expect((await compileInstruction(program, { model: 'gpt-5.4' })).text).not.toContain('Reply')
    expect((await compileInstruction(program, { target: 'text' })).text).toContain('Reply with valid JSON')
  })
})

describe('cyclic members, or too many levels (N15, A20)', () => {
  test('are a TypeError that names the place', async () => {
    const round: Record<string, unknown> = { name: 'x' }
    round.subAgents = [round]
    const place = /^agent\.subAgents\[0\] contains itself/
    expect(() => agent(round as never)).toThrow(place)
    await expect(compile(round as never, createSession())).rejects.toThrow(place)
    expect(() => check(round as never)).toThrow(place)
    const row: { kind: string; members: unknown[] } = { kind: 'pipeline', members: [] }
    row.members.push(row)
    expect(() => check(row as never)).toThrow(/^pipeline\.members\[0\] contains itself/)
  })

  test('1,000 levels are refused, and 150 are not', () => {
    const nest = (levels: number): Member => {
      let member: Member = agent({ name: 'a0' })
      for (let level = 1; level < levels; level++)
        member =
          level % 2
            ? agent({ name: `a${level}`, subAgents: [member as never] })
            : agent({ name: `b${level}`, subAgents: [member as never] })
      return member
    }
    expect(() => nest(1000)).toThrow(TypeError)
    expect(check(nest(150)).diagnostics.filter(({ level }) => level === 'error')).toEqual([])
    let group: Member = agent({ name: 'a' })
    expect(() => {
      for (let level = 0; level < 1000; level++) group = loop({ max: 1 }, group as never)
    }).toThrow(/more than 200 levels/)
    expect(check(pipeline(agent({ name: 'z' }))).ok).toBe(true)
  })
})
