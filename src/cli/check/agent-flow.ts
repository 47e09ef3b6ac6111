import { type Agent, isNative } from '../../core/agent/agent.ts'
import { isWrittenByFunction } from '../../core/agent/instruction.ts'
import { declaredToolKeys } from '../../core/agent/tool-facts.ts'
import { type ContextRead, hasFunctions, readsOf } from '../../core/context/policy/reads.ts'
import type { MemoryRule } from '../../core/ir/memory-rule.ts'
import { stateReads } from '../../core/program/reads.ts'
import { writtenCell } from './cell.ts'
import { computeAtFirstCall, type MemberOutcome, noEffect } from './outcome.ts'
import { innerPlace } from './place.ts'
import type { FindingRecorder } from './recorder.ts'
import type { World } from './world.ts'
import {
  changeEachWorld,
  joinWorldLists,
  joinWorlds,
  type Worlds,
  worldsAfterPossibleWrites,
  worldsWithKey,
} from './worlds.ts'
import type { KeyWriter, Write } from './write.ts'

/** Agent of an agent tree, and its path in the program. */
export interface Node {
  readonly agent: Agent
  readonly place: string
}

/** Returns an agent and all its sub-agents, with their paths. */
export const nodesOf = (agent: Agent, place: string): readonly Node[] => [
  { agent, place },
  ...(agent.subAgents ?? []).flatMap((child, index) => nodesOf(child, innerPlace(place, 'subAgents', index))),
]

/** Returns the agents that answer calls of an agent's tools, and recursively the agents behind their own tools. */
export const toolNodesOf = ({ agent, place }: Node): readonly Node[] =>
  (agent.tools ?? []).flatMap((tool, index) =>
    isNative(tool) || tool.agent === undefined
      ? []
      : nodesOf(tool.agent, innerPlace(place, 'tools', index, 'agent')).flatMap(node => [
          node,
          ...toolNodesOf(node),
        ]),
  )

/** Analysis of the state changes that the agents of one tree may make. */
export class AgentFlow {
  private readonly recorder: FindingRecorder

  constructor(recorder: FindingRecorder) {
    this.recorder = recorder
  }

  /**
   * Analyses an agent tree in which one agent gives the answer. Agents that transferred to it, or that answered earlier
   * turns, may have run before, in any order.
   */
  analyseTree(root: Agent, place: string, before: Worlds): MemberOutcome {
    if (before.length === 0) return noEffect(before)
    const nodes = nodesOf(root, place)
    const did = nodes.map(node => this.writesOf(node))
    const turns = nodes.map((node, index) => {
      const others = nodes.filter(other => other !== node).map(({ agent }) => agent.name)
      const writes = did.filter((_, other) => other !== index).flat()
      return this.analyseAnsweringAgent(
        node,
        root,
        worldsAfterPossibleWrites(
          writes,
          changeEachWorld(before, world => world.withSpeakers(others)),
        ),
      )
    })
    return {
      after: joinWorldLists(turns.map(({ after }) => after)),
      failed: computeAtFirstCall(() => joinWorldLists(turns.map(({ failed }) => failed()))),
      during: computeAtFirstCall(() => joinWorldLists([before, ...turns.map(({ during }) => during())])),
    }
  }

  /** Analyses one agent of the tree as the agent that gives the answer. */
  private analyseAnsweringAgent({ agent, place }: Node, root: Agent, before: Worlds): MemberOutcome {
    this.recorder.reached.add(place)
    for (const world of before) {
      this.recorder.recordAgentStart(place, agent.name, world)
      this.recordReads(agent, root, place, world)
    }
    const called = this.worldsAfterCalls(agent, place, before)
    for (const helper of toolNodesOf({ agent, place })) this.analyseToolAgent(helper, called)
    const answered = changeEachWorld(called, world => {
      const said = world.withSpeakers([agent.name])
      return agent.outputKey === undefined
        ? said
        : this.setKey(said, this.answerWrite(agent, place, agent.outputKey))
    })
    const after = this.applyMemoryRules({ agent, place }, answered)
    return {
      after,
      failed: () => called,
      during: computeAtFirstCall(() => joinWorlds(before, called, after)),
    }
  }

  /** Returns the possible states after the agent's `remember` rules have stored values from the answer. */
  private applyMemoryRules({ agent, place }: Node, answered: Worlds): Worlds {
    return (agent.remember ?? []).reduce((worlds, rule) => {
      for (const world of worlds) this.recordNotesRead(rule, { agent, place }, world)
      const write = this.memoryRuleWrite(rule, agent, place)
      const set = changeEachWorld(worlds, world => this.setKey(world, write))
      // A handler provides its values later or never, and may leave a key without a value.
      const isSure = rule.remember === 'capture' || (rule.remember === 'notes' && rule.from === undefined)
      return isSure ? set : joinWorlds(worlds, set)
    }, answered)
  }

  private recordNotesRead(rule: MemoryRule, { agent, place }: Node, world: World): void {
    if (rule.remember !== 'notes' || rule.from === undefined) return
    const reader = `'${agent.name}'`
    const { from: key } = rule
    this.recorder.recordRead(
      { need: 'optional-source', place, reader, key, reference: key, path: [], field: 'remember' },
      world,
    )
  }

  private memoryRuleWrite(rule: MemoryRule, { name }: Agent, place: string): Write {
    const schema = rule.remember === 'extract' ? rule.schema : undefined
    // A captured value is the answer itself. All other remembered values are derived from the answer.
    const by: KeyWriter =
      rule.remember === 'capture'
        ? { kind: 'agent', name }
        : { kind: 'memory', name: rule.remember, agent: name }
    return this.recorder.recordWrite({ key: rule.key, by, place, making: 'made', schema })
  }

  /** Analyses an agent that answers calls of a tool. The agent may run at any time while its caller works. */
  private analyseToolAgent({ agent, place }: Node, before: Worlds): void {
    this.recorder.reached.add(place)
    for (const world of before) {
      this.recorder.recordAgentStart(place, agent.name, world)
      this.recordReads(agent, agent, place, world)
    }
  }

  /** Records the keys that an agent reads in its instructions, its tools and its context. */
  private recordReads(agent: Agent, root: Agent, place: string, world: World): void {
    const told = [
      ...stateReads(agent.instruction).map(slot => ({ slot, field: 'instruction' })),
      ...stateReads(root.globalInstruction).map(slot => ({ slot, field: 'globalInstruction' })),
    ]
    const reader = `'${agent.name}'`
    for (const { slot, field } of told) {
      const { key, path, reference, optional } = slot
      this.recorder.recordRead(
        { need: optional ? 'optional-slot' : 'slot', place, reader, key, reference, path, field },
        world,
      )
    }
    for (const { tool, key } of declaredToolKeys(agent, 'reads')) {
      const by = `tool '${tool}' of '${agent.name}'`
      this.recorder.recordRead(
        { need: 'tool', place, reader: by, key, reference: key, path: [], field: 'tools' },
        world,
      )
    }
    for (const read of readsOf(agent.context)) this.recordContextRead(read, reader, place, world)
    if (
      hasFunctions(agent.context) ||
      isWrittenByFunction(agent.instruction) ||
      isWrittenByFunction(root.globalInstruction)
    )
      this.recorder.recordFullRead(world)
  }

  /** Records a read of a key by the agent's context, only for possible states that have the keys of its conditions. */
  private recordContextRead(
    { when, use, optional, ...read }: ContextRead,
    reader: string,
    place: string,
    world: World,
  ): void {
    const keys = when.filter(condition => typeof condition === 'string')
    // A condition that is a function may skip this context if the key is missing.
    const mayDoWithout = optional || keys.length < when.length
    const need =
      use === 'condition' ? use : mayDoWithout ? 'optional-source' : use === 'told' ? 'source' : use
    for (const way of keys.reduce<Worlds>(worldsWithKey, [world]))
      this.recorder.recordRead({ ...read, need, place, reader, field: 'context' }, way)
  }

  /** Returns the possible states after any of the agent's tools may have been called. */
  private worldsAfterCalls(agent: Agent, place: string, before: Worlds): Worlds {
    return this.writesOfToolCalls({ agent, place }).reduce(
      (worlds, write) =>
        joinWorlds(
          worlds,
          changeEachWorld(worlds, world => this.setKey(world, write)),
        ),
      before,
    )
  }

  private writesOfToolCalls({ agent, place }: Node): readonly Write[] {
    return [
      ...this.writesOfOwnTools({ agent, place }),
      ...toolNodesOf({ agent, place }).flatMap(node => this.toolAgentWrites(node)),
    ]
  }

  /** Returns every write that an agent which answers tool calls may make. */
  private toolAgentWrites(node: Node): readonly Write[] {
    const { agent, place } = node
    const calls = this.writesOfOwnTools(node)
    return agent.outputKey === undefined ? calls : [...calls, this.answerWrite(agent, place, agent.outputKey)]
  }

  private writesOfOwnTools({ agent, place }: Node): readonly Write[] {
    return declaredToolKeys(agent, 'writes').map(({ tool, key }) => {
      const by = { kind: 'tool', name: tool, agent: agent.name } as const
      return this.recorder.recordWrite({ key, by, place, making: 'made' })
    })
  }

  /** Returns every write of a key that an agent may make. */
  private writesOf(node: Node): readonly Write[] {
    const { agent, place } = node
    const calls = this.writesOfToolCalls(node)
    const kept = (agent.remember ?? []).map(rule => this.memoryRuleWrite(rule, agent, place))
    const answer = agent.outputKey === undefined ? [] : [this.answerWrite(agent, place, agent.outputKey)]
    return [...calls, ...answer, ...kept]
  }

  private answerWrite({ name, outputSchema }: Agent, place: string, key: string): Write {
    const by = { kind: 'agent', name } as const
    return this.recorder.recordWrite({ key, by, place, making: 'made', schema: outputSchema?.schema })
  }

  private setKey(world: World, write: Write): World {
    this.recorder.recordReplacement(world, write.key, write.place)
    this.recorder.addWrite(write)
    return world.withCell(write.key, writtenCell(write))
  }
}
