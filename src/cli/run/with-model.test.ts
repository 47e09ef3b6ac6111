import { expect, test } from 'vitest'
import { agent } from '../../core/agent/declare.ts'
import { pipeline } from '../../core/program/pipeline.ts'
import { modelsOf } from '../../core/program/placed.ts'
import { readProgram } from '../../core/program/read-program.ts'
import { route } from '../../core/program/route.ts'
import { withModel } from './with-model.ts'

test('agents without a model get one, wherever they are, and others keep theirs', () => {
  const below = agent({ name: 'below', description: 'x' })
  const first = agent({ name: 'first', subAgents: [below], outputKey: 'topic' })
  const own = agent({ name: 'own', model: 'gpt-5.4' })
  const program = pipeline(
    first,
    route('topic')
      .is('a', own)
      .otherwise(agent({ name: 'last' })),
  )
  const { graph } = readProgram(withModel(program, 'scripted'))
  const models = [...graph.agents.values()].map(placed => [placed.agent.name, modelsOf(graph, placed)])
  expect(Object.fromEntries(models)).toEqual({
    first: ['scripted'],
    below: ['scripted'],
    own: ['gpt-5.4'],
    last: ['scripted'],
  })
})

test('an agent at two places stays one agent', () => {
  const one = agent({ name: 'one' })
  const { graph } = readProgram(withModel(pipeline(one, pipeline(one)), 'scripted'))
  expect(graph.doubled).toEqual([])
})
