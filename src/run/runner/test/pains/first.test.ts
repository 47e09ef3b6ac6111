// The first member of a `parallel` that answers ends it, as users asked for: adk-python#5104, adk-python#3405.
import { describe, expect, test } from 'vitest'
import { agentTool } from '../../../../core/agent/agent-tool.ts'
import { agent } from '../../../../core/agent/declare.ts'
import { tool } from '../../../../core/agent/tool.ts'
import { loop, type Member, parallel, pipeline, S } from '../../../../index.ts'
import { DecisionError } from '../../../../run.ts'
import { answering, by, calls, door, key, running } from './setting.ts'

const says = (name: string, more: object = {}) =>
  agent({ name, model: 'gpt-5.4', instruction: `I am ${name}.`, ...more }) as never

const first = (...members: never[]) => parallel({ until: 'first' }, ...(members as [])) as never
const wonBy = (events: readonly { readonly actions?: { readonly run?: { readonly won?: object } } }[]) =>
  events.flatMap(({ actions }) => actions?.run?.won ?? [])

describe('a parallel that its first answer ends (adk-python#5104)', () => {
  test('goes on with the winner, and closes the calls of the others', async () => {
    const slow = door()
    const search = tool({ name: 'search', onInterrupt: 'report', execute: () => slow.wait() })
    const program = pipeline(
      first(
        says('thorough', { tools: [search], outputKey: 'answer' }),
        says('quick', { outputKey: 'answer' }),
      ),
      says('writer', { instruction: 'I am writer. {answer}', includeContents: 'none' }),
    )
    const { options, requests } = answering(
      { thorough: [calls(['search'])], quick: ['Forty-two.'], writer: ['It is forty-two.'] },
      { quick: () => slow.arrived },
    )
    const { run, events, lines } = running(program as Member, [], options)
    const outcome = await run('How many?')
    expect(outcome).toMatchObject({
      status: 'done',
      text: 'It is forty-two.',
      state: { answer: 'Forty-two.' },
    })
    expect(wonBy(await events())).toEqual([{ place: 'pipeline.members[0]', member: 1 }])
    expect(await lines()).toEqual([
      'user: How many?',
      'thorough calls search',
      'quick: Forty-two.',
      'result: Error: the call began, and was interrupted before its result was recorded. Whether it took effect is not known.',
      'writer: It is forty-two.',
    ])
    expect(JSON.stringify(requests.at(-1))).toContain('I am writer. Forty-two.')
  })

  test('aborts the model calls of the others', async () => {
    const asked = door()
    let aborted = 0
    const program = first(says('slow'), says('quick'))
    const { run, lines } = running(program, [], {
      models: () => ({
        target: 'openai-chat',
        async *stream(request: object, { signal }: { readonly signal: AbortSignal }) {
          if (JSON.stringify(request).includes('I am slow.')) {
            const stopped = new Promise(resolve => signal.addEventListener('abort', resolve))
            asked.wait()
            await stopped
            aborted++
            throw signal.reason
          }
          await asked.arrived
          const message = { role: 'assistant', content: 'Quick.' }
          yield { type: 'response', response: { choices: [{ message, finish_reason: 'stop' }] } }
        },
      }),
    } as never)
    expect(await run('Go')).toMatchObject({ status: 'done', text: 'Quick.' })
    expect(aborted).toBe(1)
    expect(await lines()).toEqual(['user: Go', 'quick: Quick.'])
  })

  test('goes on while one member may still answer after others failed, and fails if all did', async () => {
    const some = running(
      first(says('one'), says('two')),
      [],
      answering({ one: [{ error: 'down' }], two: ['Here.'] }).options,
    )
    expect(await some.run('Go')).toMatchObject({ status: 'done', text: 'Here.' })
    const none = running(
      first(says('one'), says('two')),
      [],
      answering({ one: [{ error: 'down' }], two: [{ error: 'gone' }] }).options,
    )
    expect(await none.run('Go')).toMatchObject({ status: 'failed', reason: expect.stringContaining("'one'") })
  })

  test('does not end with a member that gave no answer', async () => {
    const program = pipeline(first(S.set({ seen: true }) as never, says('two', { outputKey: 'said' })))
    const { run } = running(program as Member, [], answering({ two: ['Here.'] }).options)
    expect(await run('Go')).toMatchObject({ status: 'done', state: { seen: true, said: 'Here.' } })
  })

  test.each(['approval', 'answer'] as const)('closes an %s that a losing member waits for', async kind => {
    const order = tool({
      name: 'order',
      ...(kind === 'answer' ? { answeredBy: 'person' } : { needsApproval: true, execute: () => 'ordered' }),
    } as never)
    const later = door()
    const { runner, lines } = running(
      first(says('asker', { tools: [order] }), says('other')),
      [],
      answering({ asker: [calls(['order'])], other: ['Done.'] }, { other: () => later.arrived }).options,
    )
    const stream = runner.run(key, { message: 'Go' })
    for await (const event of stream)
      if (event.type === 'event' && event.event.actions?.run?.waits) later.wait()
    expect(await stream.outcome).toMatchObject({ status: 'done', waiting: [], text: 'Done.' })
    expect(await lines()).toContain('result: Error: the call was cancelled')
    const decided = kind === 'answer' ? runner.answer(key, '1.0', 'yes', by) : runner.approve(key, '1.0', by)
    const error = await decided.catch(reason => reason)
    expect(error).toBeInstanceOf(DecisionError)
    expect(error.message).toContain('the call has a result')
  })

  test('has one winner in each round of a loop, also if a loser had begun a turn', async () => {
    const looking = door()
    const look = tool({ name: 'look', execute: () => looking.wait() })
    const { run, events, lines } = running(
      loop({ max: 2 }, first(says('a', { tools: [look] }), says('b'))) as Member,
      [],
      answering(
        { a: [calls(['look']), 'A second.'], b: ['B first.', { error: 'down' }] },
        { b: () => looking.arrived },
      ).options,
    )
    expect(await run('Go')).toMatchObject({ status: 'done', text: 'A second.' })
    expect(wonBy(await events()).map(won => (won as { member: number }).member)).toEqual([1, 0])
    expect((await lines()).filter(line => /^[ab]:/.test(line))).toEqual(['b: B first.', 'a: A second.'])
  })

  test('takes no answer of a losing member for what its agent is asked later', async () => {
    const again = says('a')
    const programs = [
      [loop({ max: 2 }, first(says('a'), says('b'))), 4],
      [pipeline(first(again, says('b')), again), 3],
    ] as const
    for (const [program, asked] of programs) {
      const { options, requests } = answering({
        a: [{ text: 'Too late.', delay: 40 }, 'A second.'],
        b: ['B first.', { text: 'B second.', delay: 400 }],
      })
      const { run, lines } = running(program as Member, [], options)
      expect(await run('Go')).toMatchObject({ status: 'done', text: 'A second.' })
      expect((await lines()).filter(line => /^[ab]:/.test(line))).toEqual(['b: B first.', 'a: A second.'])
      expect(requests).toHaveLength(asked)
    }
  })

  test('closes the calls of an agent that worked for a losing member', async () => {
    const looking = door()
    const look = tool({ name: 'look', execute: () => looking.wait() })
    const inner = says('inner', { description: 'Works.', tools: [look] })
    const { run, lines } = running(
      first(says('boss', { tools: [agentTool(inner)] }), says('other')),
      [],
      answering(
        { boss: [calls(['inner', { request: 'Work' }])], inner: [calls(['look'])], other: ['Other.'] },
        { other: () => looking.arrived },
      ).options,
    )
    expect(await run('Go')).toMatchObject({ status: 'done', text: 'Other.' })
    expect((await lines()).filter(line => line.startsWith('result:'))).toHaveLength(2)
  })
})
