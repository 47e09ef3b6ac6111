import { expect, test } from 'vitest'
import { S } from '../../index.ts'
import { agentTool } from '../agent/agent-tool.ts'
import { agent } from '../agent/declare.ts'
import { fallback } from './fallback.ts'
import { graphOf } from './graph.ts'
import { loop } from './loop.ts'
import { mapOver } from './map-over.ts'
import type { Member } from './member.ts'
import { parallel } from './parallel.ts'
import { pipeline } from './pipeline.ts'
import { route } from './route.ts'

const [a, b, c] = [agent({ name: 'a' }), agent({ name: 'b' }), agent({ name: 'c' })]
const branches = (program: Member) =>
  Object.fromEntries([...graphOf(program).agents].map(([name, { branch }]) => [name, branch]))

test('agents are found in every kind of group, in the order in which they are declared', () => {
  const tree = agent({ name: 'root', subAgents: [agent({ name: 'child' })] })
  const app = pipeline(
    S.set({ list: [] }),
    loop({ max: 2 }, fallback(a, b)),
    route('list').is(1, tree).otherwise(c),
    mapOver({ key: 'list', into: 'out' }, { name: 'each' }),
  )
  const { agents, doubled } = graphOf(app)
  expect([...agents.keys()]).toEqual(['a', 'b', 'root', 'child', 'c', 'each'])
  expect(agents.get('child')).toMatchObject({ root: tree, parent: tree })
  expect(doubled).toEqual([])
})

test('branches are named for members that run in parallel', () => {
  expect(branches(pipeline(a, parallel(b, c)))).toEqual({ a: '', b: 'b', c: 'c' })
  expect(branches(pipeline(a, parallel(pipeline(b, c))))).toEqual({ a: '', b: 'm1-0', c: 'm1-0' })
  expect(branches(parallel(parallel(a), b))).toEqual({ a: 'm0.a', b: 'b' })
})

test('two agents with one name are reported, and one agent at two places is not', () => {
  expect(graphOf(pipeline(a, agent({ name: 'a', model: 'x' }))).doubled).toEqual(['a'])
  expect(graphOf(pipeline(a, b, a)).doubled).toEqual([])
})

test('the agents over an agent are those above it and those that call it, however far, outermost first', () => {
  const inner = agent({ name: 'inner' })
  const leaf = agent({ name: 'leaf', tools: [agentTool(inner)] })
  const middle = agent({ name: 'middle', subAgents: [leaf] })
  const top = agent({ name: 'top', subAgents: [middle] })
  const { agents } = graphOf(pipeline(inner, top, agent({ name: 'other', tools: [agentTool(inner)] })))
  const over = (name: string) => agents.get(name)?.over.map(each => each.name)
  expect(over('top')).toEqual([])
  expect(over('leaf')).toEqual(['top', 'middle'])
  expect(over('inner')).toEqual(['top', 'middle', 'leaf', 'other'])
})
