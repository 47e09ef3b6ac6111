// Seed documents 000 and 001, run: a router transfers to specialists, which may transfer on and back.
import { describe, expect, test } from 'vitest'
import { news, router, transferText, weather } from '../../../../../test/agent/seed-agents.ts'
import { agent } from '../../../../core/agent/declare.ts'
import { running } from './running.ts'

const model = 'gemini-flash-latest'
const to = (name: string) => ({ calls: [{ name: 'transfer_to_agent', arguments: { agent_name: name } }] })
const question = 'Will it rain?'

describe('a transfer', () => {
  test('is a call and a result in the log, after which the target answers in the same run, on the same branch', async () => {
    const { run, log, events } = running(router(), { router: [to('weather')], weather: ['No.'] })
    expect(await run(question)).toMatchObject({ status: 'done', text: 'No.' })
    expect(await log()).toEqual([
      `user ${question} <asked>`,
      'router transfer_to_agent()',
      'tool = Transferred to weather.',
      'weather No.',
      'developer <ended>',
    ])
    expect(new Set((await events()).map(({ branch }) => branch))).toEqual(new Set(['']))
  })

  test('the router is sent its own instruction, identity and targets, and the transfer as its one tool', async () => {
    const { run, sent } = running(router(['agent', 'identity']), { router: ['Hello.'] })
    await run('Hi')
    expect(sent()[0]).toMatchObject({
      system: `Route requests to the right specialist.\n\nYou are router.\n\n${transferText}`,
      tools: ['transfer_to_agent'],
    })
  })

  test('the target is sent its own instruction and tools, the words of the user, and nothing of the transfer', async () => {
    const { run, sent } = running(router(), {
      router: [to('weather')],
      weather: [{ calls: [{ name: 'get_weather' }] }, 'Sunny.'],
    })
    await run(question)
    const [, first, second] = sent()
    expect(first?.system).toMatch(
      /^You are weather\. Handles weather-related questions\n\nYou handle weather/,
    )
    expect(first?.system).not.toContain('Route requests')
    expect(first?.tools).toEqual(['get_weather', 'transfer_to_agent'])
    expect(first?.messages).toEqual([['user', question]])
    expect(second?.messages).toEqual([
      ['user', question],
      ['assistant', 'get_weather({})'],
      ['tool', 'sunny'],
    ])
  })

  test('the target keeps the conversation, and hands it to its peer and back to its parent', async () => {
    const { run, log, asked } = running(router(), {
      router: [to('weather'), 'Anything else?'],
      weather: ['No.', to('news')],
      news: ['All quiet.', to('router')],
    })
    for (const message of [question, 'And the news?', 'Thanks.']) await run(message)
    expect(asked).toEqual(['router', 'weather', 'weather', 'news', 'news', 'router'])
    expect(await log()).toEqual([
      `user ${question} <asked>`,
      'router transfer_to_agent()',
      'tool = Transferred to weather.',
      'weather No.',
      'developer <ended>',
      'user And the news? <asked>',
      'weather transfer_to_agent()',
      'tool = Transferred to news.',
      'news All quiet.',
      'developer <ended>',
      'user Thanks. <asked>',
      'news transfer_to_agent()',
      'tool = Transferred to router.',
      'router Anything else?',
      'developer <ended>',
    ])
  })

  test("another agent's answer reaches the next one as a quotation in a user message, never as its own", async () => {
    const { run, sent } = running(router(), {
      router: [to('weather')],
      weather: ['No.', to('news')],
      news: ['All quiet.'],
    })
    await run(question)
    await run('And the news?')
    expect(sent().at(-1)?.messages).toEqual([
      ['user', question],
      ['user', expect.stringMatching(/^<context:\w+ from="weather">\nNo\.\n<\/context:\w+>$/)],
      ['user', 'And the news?'],
    ])
  })

  test('a target that may not transfer back answers once, and its parent gets the next message', async () => {
    const strict = agent({
      ...router(),
      subAgents: [agent({ ...weather, allowTransfer: { parent: false } }), news],
    })
    const { run, asked, sent } = running(strict, { router: [to('weather'), 'Here.'], weather: ['No.'] })
    await run(question)
    await run('And now?')
    expect(asked).toEqual(['router', 'weather', 'router'])
    expect(sent()[1]?.system).not.toContain('- router')
  })

  test('to an unknown agent is an error result that names the agents, and the router goes on', async () => {
    const { run, log } = running(router(), { router: [to('sports'), 'I cannot help with sports.'] })
    expect((await run('Who won?')).status).toBe('done')
    expect((await log())[2]).toMatch(/^tool = Error: there is no agent 'sports'.* weather, news/)
  })

  test('to an agent of the tree that is not among the targets is refused', async () => {
    const deep = agent({ name: 'deep', description: 'Deep.' })
    const middle = agent({ name: 'middle', description: 'Middle.', subAgents: [deep] })
    const root = agent({ name: 'root', model, subAgents: [middle] })
    const { run, asked } = running(root, {
      root: [to('deep'), to('middle')],
      middle: [to('deep')],
      deep: ['Here.'],
    })
    expect((await run('Go')).text).toBe('Here.')
    expect(asked).toEqual(['root', 'root', 'middle', 'deep'])
  })

  test('beside a call of a tool, the tool runs too, and then the target answers', async () => {
    const { run, log } = running(router(), {
      router: [to('weather')],
      weather: [
        {
          calls: [{ name: 'get_weather' }, { name: 'transfer_to_agent', arguments: { agent_name: 'news' } }],
        },
      ],
      news: ['All quiet.'],
    })
    expect((await run(question)).text).toBe('All quiet.')
    const results = (await log()).filter(line => line.startsWith('tool'))
    expect(results.slice(1).sort()).toEqual(['tool = Transferred to news.', 'tool = sunny'])
  })

  test('shares the limits of its run', async () => {
    const forever = Array.from({ length: 9 }, () => to('news'))
    const back = Array.from({ length: 9 }, () => to('weather'))
    const { run, asked } = running(
      router(),
      { router: [to('weather')], weather: forever, news: back },
      { limits: { steps: 4 } },
    )
    expect(await run(question)).toMatchObject({
      status: 'limited',
      reason: 'the limit on steps (4) was reached',
    })
    expect(asked).toEqual(['router', 'weather', 'news', 'weather'])
  })

  test('a model of the parent is called for agents that name none', async () => {
    const models: string[] = []
    const { run } = running(
      router(),
      { router: [to('weather')], weather: ['No.'] },
      { callbacks: { beforeModel: step => void models.push(`${step.agent} ${step.model}`) } },
    )
    await run(question)
    expect(models).toEqual([`router ${model}`, `weather ${model}`])
  })
})
