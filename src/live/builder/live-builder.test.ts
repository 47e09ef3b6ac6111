import { expect, test } from 'vitest'
import type { Agent } from '../../core/agent/agent.ts'
import { agentOwnConfig } from '../declare/live-settings.ts'
import { live, liveBuilder, when, withState } from '../index.ts'

const extract = { keys: ['guests'], texts: 2, run: () => ({}) }
const tools = [{ name: 'find', description: 'Finds a table.', parameters: { type: 'object' } }] as never

test('a chain declares the agent that live declares of the same fields', () => {
  const other = live({ name: 'other', model: 'gpt-realtime' })
  const chain = liveBuilder('host', 'gpt-realtime')
    .description('Takes bookings.')
    .tools(tools)
    .background(['find'])
    .agents([other])
    .extract(extract)
    .navigation()
    .speak(false)
    .when(() => true, 'Be brief.')
    .phase('greeting')
    .needs(['guests'])
    .transition('booking', () => true, 'when a table is wanted')
    .done()
    .phase('booking')
    .tools(['find'])
    .terminal()
    .done()
    .initialPhase('greeting')
  const declared = {
    ...{ name: 'host', model: 'gpt-realtime', description: 'Takes bookings.', tools, background: ['find'] },
    ...{ agents: [other], extract, navigation: true, speak: false, initialPhase: 'greeting' },
    modifiers: [when(() => true, 'Be brief.')],
    phases: [
      {
        ...{ name: 'greeting', needs: ['guests'] },
        transitions: [{ to: 'booking', when: () => true, description: 'when a table is wanted' }],
      },
      { name: 'booking', tools: ['find'], terminal: true },
    ],
  }
  const shapeOf = (agent: Agent) => JSON.stringify(agentOwnConfig(agent))
  expect(shapeOf(chain.build())).toBe(shapeOf(live(declared)))
})

test('a chain ends with a conversation', () => {
  const chain = liveBuilder('host', 'gpt-realtime').withState(['guests'])
  expect(agentOwnConfig(chain.build())?.modifiers).toEqual([withState(['guests'])])
  const socket = {
    send() {},
    close() {},
    onopen: null,
    onmessage: null,
    onclose: null,
    onerror: null,
    readyState: 0,
  }
  const talk = chain.start({ connect: () => socket })
  talk.set({ guests: 4 })
  expect(talk.state.guests).toBe(4)
  talk.stop()
})
