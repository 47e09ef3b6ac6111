import type { Agent, Member } from 'ctxc'
import type { StateStep, StepOutcome } from 'ctxc/state'
import { freshValue, stepsOf } from './arbitrary.ts'

/** Change of a key on one path: `set` or `del`. */
type Touches = ReadonlyMap<string, 'set' | 'del'>
/** One change, or branches that ran at once and how they came out. */
type Act =
  | { readonly delta: Touches }
  | { readonly logs: readonly (readonly Act[])[]; readonly outcome: Touches }

/** One path through a program, up to some point. */
interface Path {
  readonly state: Readonly<Record<string, string>>
  /** Keys that were there and were taken away. */
  readonly gone: ReadonlySet<string>
  readonly log: readonly Act[]
  readonly failed: boolean
}

/** Whether a key was there, and was missing, at a place that looks at it. */
export interface Observed {
  there: boolean
  missing: boolean
  gone: boolean
  readonly kind: 'slot' | 'must' | 'tool' | 'route' | 'list'
  readonly at: string
  readonly key: string
  /** Whether a route takes a branch without the key. */
  readonly otherwise: boolean
}

/** Goes every path of a program, one state at a time. */
export class Executor {
  readonly observed = new Map<string, Observed>()
  readonly collisions = new Set<string>()

  run(program: Member): void {
    const state: Record<string, string> = { 'user:e': freshValue() }
    for (const key of expectsOf(program)) state[key] = freshValue()
    this.go(program, '', { state, gone: new Set(), log: [], failed: false }, false)
  }

  private go(member: Member, at: string, path: Path, logs: boolean): Path[] {
    return unique(this.paths(member, at, path, logs))
  }

  private paths(member: Member, at: string, path: Path, logs: boolean): Path[] {
    if (!('kind' in member)) return this.tree(member, at, path, logs)
    const in_ = (...steps: (string | number)[]) => [...(at ? [at] : []), ...steps].join('.')
    switch (member.kind) {
      case 'state':
        return this.step(member, at, path, logs)
      case 'pipeline':
        return this.row(member.members, at, path, logs)
      case 'tap':
        return [path]
      case 'loop': {
        const ended: Path[] = []
        let going = [path]
        for (let round = 1; round <= member.max; round++) {
          const next = unique(going.flatMap(each => this.row(member.members, at, each, logs)))
          ended.push(...next.filter(each => each.failed || member.until !== null || round === member.max))
          going = next.filter(each => !each.failed)
        }
        return ended
      }
      case 'route': {
        const needs = member.other === null && member.ways.some(way => 'is' in way)
        const branches = member.ways.length > 0 || member.other !== null
        if (branches) this.see('route', at, 'key', member.key, path, !needs)
        const ways = member.ways.flatMap((way, i) =>
          'is' in way && !(member.key in path.state)
            ? []
            : this.go(way.member, in_('ways', i, 'member'), path, logs),
        )
        return [...ways, ...(member.other ? this.go(member.other, in_('other'), path, logs) : [path])]
      }
      case 'fallback': {
        const done: Path[] = []
        let tries = [path]
        for (const [i, each] of member.members.entries()) {
          const all = unique(tries.flatMap(from => this.go(each, in_('members', i), from, logs)))
          done.push(...all.filter(({ failed }) => !failed))
          tries = all.filter(({ failed }) => failed).map(from => ({ ...from, failed: false }))
        }
        return [...done, ...tries.map(from => ({ ...from, failed: true }))]
      }
      case 'parallel': {
        const start = { ...path, log: [] }
        const branches = member.members.map((each, i) => this.go(each, in_('members', i), start, true))
        if (member.until === 'first') {
          const finals = member.members.map(endsInAnswerUnder)
          this.collide(
            at,
            branches.map((paths, i) => paths.map(each => withoutEnd(each, finals[i]!))),
          )
          return this.untilFirst(path, branches, member.members, logs)
        }
        this.collide(at, branches)
        return this.together(path, branches, logs)
      }
      case 'mapOver': {
        this.see('list', at, 'key', member.key, path)
        if (!(member.key in path.state)) return [{ ...path, failed: true }]
        const start = touch({ ...path, log: [] }, new Map([[member.item, 'set']]), false)
        const round = this.go(member.member, in_('member'), start, true)
        // Changes of a round to its item stay in the round.
        const clean = unique(round.map(each => ({ ...each, log: without(each.log, member.item) })))
        const rounds = [[], [clean], [clean, clean], [clean, clean, clean]]
        return rounds
          .flatMap(all => this.together(path, all, logs))
          .map(each => (each.failed ? each : touch(each, new Map([[member.into, 'set']]), logs)))
      }
    }
  }

  private row(members: readonly Member[], at: string, path: Path, logs: boolean): Path[] {
    let paths = [path]
    for (const [i, member] of members.entries())
      paths = unique(
        paths.flatMap(each =>
          each.failed ? [each] : this.go(member, [...(at ? [at] : []), 'members', i].join('.'), each, logs),
        ),
      )
    return paths
  }

  /** A real step on a real state; functions of the user's may throw. */
  private step(step: StateStep, at: string, path: Path, logs: boolean): Path[] {
    const throws = this.watch(step, at, path)
    const outcome = step.run(path.state, { lastUserText: freshValue() })
    const failed = { ...path, failed: true }
    if (!outcome.ok) return [failed]
    const after = touch(path, deltaOf(outcome), logs)
    return throws ? [failed, after] : [after]
  }

  /**
   * Notes the keys that a step requires, in a pipe after the steps before it. Returns whether a function of it is
   * called.
   */
  private watch(step: StateStep, at: string, path: Path): boolean {
    let now = path
    let dead = false
    let throws = false
    for (const each of stepsOf(step)) {
      const required = each.flow.filter(entry => entry.kind === 'read' && entry.need === 'must')
      if (dead && required.length === 0) return true
      for (const entry of required) if ('key' in entry) this.see('must', at, '', entry.key, now)
      throws ||= mayThrow(each, now.state)
      const outcome = each.run(now.state, { lastUserText: freshValue() })
      dead ||= !outcome.ok
      if (!dead) now = touch(now, deltaOf(outcome), false)
    }
    return throws
  }

  private tree(root: Agent, at: string, path: Path, logs: boolean): Path[] {
    const nodes = flatten(root, at)
    return nodes.flatMap(node => {
      const others = nodes.filter(other => other !== node)
      return subsets(others).flatMap(ran => {
        // The members that ran before, each with any of its tools and an answer or none.
        let before = [path]
        for (const { agent } of ran)
          before = before.flatMap(each =>
            subsets([...writesOf(agent), ...(agent.outputKey ? [agent.outputKey] : [])]).map(written =>
              touch(each, new Map(written.map(key => [key, 'set'])), logs),
            ),
          )
        return unique(before).flatMap(each => this.turn(node.agent, root, node.at, each, logs))
      })
    })
  }

  private turn(agent: Agent, root: Agent, at: string, path: Path, logs: boolean): Path[] {
    for (const [field, text] of [
      ['instruction', agent.instruction],
      ['globalInstruction', root.globalInstruction],
    ] as const)
      for (const match of String(text ?? '').matchAll(/\{([a-z:]+)\}/g))
        this.see('slot', at, field, match[1]!, path)
    for (const tool of agent.tools ?? [])
      if (!('native' in tool)) for (const key of tool.reads ?? []) this.see('tool', at, 'tools', key, path)
    return subsets(writesOf(agent)).flatMap(written => {
      const called = touch(path, new Map(written.map(key => [key, 'set'])), logs)
      const answer = agent.outputKey === undefined ? [] : [[agent.outputKey, 'set'] as const]
      return [{ ...called, failed: true }, touch(called, new Map(answer), logs)]
    })
  }

  /** Branches at once: one that answers done, and the others at any point; or none answers, each done or failed. */
  private untilFirst(
    path: Path,
    branches: readonly (readonly Path[])[],
    members: readonly Member[],
    logs: boolean,
  ): Path[] {
    const logsOf = (i: number, isFailed: boolean) =>
      distinct(branches[i]!.filter(({ failed }) => failed === isFailed).map(({ log }) => log))
    const begun = branches.map(paths => distinct(paths.flatMap(({ log }) => prefixes(log))))
    const silent = members.map((member, i) => (isSilent(member) ? logsOf(i, false) : []))
    const won = members.flatMap((member, i) =>
      agentsIn(member) === 0 ? [] : combine(begun.map((all, j) => (i === j ? logsOf(i, false) : all))),
    )
    const failed = members.flatMap((_, i) =>
      combine(members.map((_, j) => [...logsOf(j, true), ...(i === j ? [] : silent[j]!)])),
    )
    return this.joined(
      path,
      [
        ...[...won, ...combine(silent)].map(log => ({ log, failed: false })),
        ...failed.map(log => ({ log, failed: true })),
      ],
      logs,
    )
  }

  /** Branches at once: all of them done; or one failed, and the others at any point. */
  private together(path: Path, branches: readonly (readonly Path[])[], logs: boolean): Path[] {
    const done = branches.map(paths => distinct(paths.filter(({ failed }) => !failed).map(({ log }) => log)))
    const broken = branches.map(paths => distinct(paths.filter(({ failed }) => failed).map(({ log }) => log)))
    const begun = branches.map(paths => distinct(paths.flatMap(({ log }) => prefixes(log))))
    const ends = combine(done).map(log => ({ log, failed: false }))
    const fails = branches.flatMap((_, i) =>
      combine(branches.map((_, j) => (i === j ? broken[j] : begun[j]) ?? [])).map(log => ({
        log,
        failed: true,
      })),
    )
    return this.joined(path, [...ends, ...fails], logs)
  }

  /** Returns the paths after branches that ran at once, by what each of them did. */
  private joined(
    path: Path,
    all: readonly { readonly log: readonly (readonly Act[])[]; readonly failed: boolean }[],
    logs: boolean,
  ): Path[] {
    return unique(
      all.flatMap(({ log, failed }) =>
        outcomesOf(log).map(outcome => {
          const after = touch(path, outcome, false)
          return { ...after, failed, log: logs ? [...path.log, { logs: log, outcome }] : path.log }
        }),
      ),
    )
  }

  private collide(at: string, branches: readonly (readonly Path[])[]): void {
    const did = branches.map(paths => {
      const all = paths.flatMap(({ log }) => touched(log))
      return {
        set: new Set(all.filter(([, what]) => what === 'set').map(([key]) => key)),
        all: new Set(all.map(([key]) => key)),
      }
    })
    for (const [i, { set }] of did.entries())
      for (const key of set)
        if (did.some(({ all }, j) => i !== j && all.has(key))) this.collisions.add(`${at}|${key}`)
  }

  private see(
    kind: Observed['kind'],
    at: string,
    field: string,
    key: string,
    path: Path,
    otherwise = false,
  ): void {
    const where = [...(at ? [at] : []), ...(field ? [field] : [])].join('.')
    const id = `${kind}|${where}|${key}`
    const known = this.observed.get(id) ?? {
      there: false,
      missing: false,
      gone: false,
      kind,
      at: where,
      key,
      otherwise,
    }
    this.observed.set(id, known)
    if (key in path.state) known.there = true
    else known.missing = true
    if (path.gone.has(key)) known.gone = true
  }
}

const expectsOf = (member: Member): readonly string[] => {
  if (!('kind' in member)) return [...(member.expects ?? []), ...(member.subAgents ?? []).flatMap(expectsOf)]
  return 'members' in member ? member.members.flatMap(expectsOf) : []
}

const agentsIn = (member: Member): number => {
  if (!('kind' in member)) return 1
  const inner =
    'members' in member
      ? member.members
      : member.kind === 'route'
        ? [...member.ways.map(way => way.member), ...(member.other ? [member.other] : [])]
        : member.kind === 'mapOver'
          ? [member.member]
          : []
  return inner.reduce((count, each) => count + agentsIn(each as Member), 0)
}

/** Whether a member may be done although no agent answered. */
const isSilent = (member: Member): boolean => {
  if (!('kind' in member)) return false
  if (member.kind === 'fallback') return member.members.some(isSilent)
  if ('members' in member) return member.members.every(isSilent)
  if (member.kind !== 'route') return true
  return member.other === null || [...member.ways.map(way => way.member), member.other].some(isSilent)
}

/** Returns the key of the answer with which a member ends; undefined if that is not always the same agent's. */
const endsInAnswerUnder = (member: Member): string | undefined => {
  if ('kind' in member)
    return member.kind === 'pipeline' ? endsInAnswerUnder(member.members.at(-1)!) : undefined
  return member.subAgents === undefined ? member.outputKey : undefined
}

/** Returns a path that is done without the answer that ended it. */
const withoutEnd = (path: Path, key: string | undefined): Path =>
  key === undefined || path.failed ? path : { ...path, log: path.log.slice(0, -1) }

const writesOf = (agent: Agent): string[] => [
  ...new Set((agent.tools ?? []).flatMap(tool => ('native' in tool ? [] : (tool.writes ?? [])))),
]

const flatten = (agent: Agent, at: string): { agent: Agent; at: string }[] => [
  { agent, at },
  ...(agent.subAgents ?? []).flatMap((child, i) =>
    flatten(child, [...(at ? [at] : []), 'subAgents', i].join('.')),
  ),
]

function deltaOf({ delta }: StepOutcome): Touches {
  const set = Object.keys(delta.set).map(key => [key, 'set'] as const)
  return new Map<string, 'set' | 'del'>([...set, ...delta.delete.map(key => [key, 'del'] as const)])
}

/** Whether one of a step's functions is called, and so may throw. */
const mayThrow = ({ flow }: StateStep, state: object): boolean =>
  flow.some(
    entry =>
      (entry.kind === 'read-any' && entry.by !== 'log') ||
      (entry.kind === 'write' && entry.by === 'transform' && entry.key in state),
  )

function touch(path: Path, delta: Touches, logs: boolean): Path {
  const state = { ...path.state }
  const gone = new Set(path.gone)
  for (const [key, what] of delta) {
    if (what === 'set') {
      state[key] = freshValue()
      gone.delete(key)
    } else {
      delete state[key]
      gone.add(key)
    }
  }
  return { ...path, state, gone, log: logs && delta.size > 0 ? [...path.log, { delta }] : path.log }
}

function subsets<Item>(items: readonly Item[]): Item[][] {
  const [first, ...rest] = items
  if (first === undefined) return [[]]
  return subsets(rest).flatMap(set => [set, [first, ...set]])
}

/** A program that has more paths than can be gone. */
export class TooMany extends Error {}

/** One of each. */
function combine<Item>(lists: readonly (readonly Item[])[]): Item[][] {
  if (lists.reduce((count, { length }) => count * length, 1) > 3000) throw new TooMany()
  return lists.reduce<Item[][]>((all, list) => all.flatMap(head => list.map(item => [...head, item])), [[]])
}

/** Every point that a path comes by, branches that run at once each at any point. */
function prefixes(log: readonly Act[]): (readonly Act[])[] {
  return [
    ...log.flatMap((act, i) => {
      const before = log.slice(0, i)
      if ('delta' in act) return [before]
      return combine(act.logs.map(prefixes)).flatMap(logs =>
        outcomesOf(logs).map(outcome => [...before, { logs, outcome }]),
      )
    }),
    log,
  ]
}

/** Returns the outcome of a path. */
function net(log: readonly Act[]): Touches {
  const all = new Map<string, 'set' | 'del'>()
  for (const act of log)
    for (const [key, what] of 'delta' in act ? act.delta : act.outcome) all.set(key, what)
  return all
}

/** Returns the outcomes of branches that ran at once: if they disagree, any may have been the last. */
function outcomesOf(logs: readonly (readonly Act[])[]): Touches[] {
  const nets = logs.map(net)
  const keys = [...new Set(nets.flatMap(each => [...each.keys()]))]
  let all: Map<string, 'set' | 'del'>[] = [new Map()]
  for (const key of keys) {
    const ends = [...new Set(nets.flatMap(each => each.get(key) ?? []))]
    all = all.flatMap(map => ends.map(end => new Map(map).set(key, end)))
  }
  return all
}

const touched = (log: readonly Act[]): (readonly [string, 'set' | 'del'])[] =>
  log.flatMap(act => ('delta' in act ? [...act.delta] : act.logs.flatMap(touched)))

const without = (log: readonly Act[], key: string): Act[] =>
  log.map(act => {
    const left = (touches: Touches): Touches => new Map([...touches].filter(([name]) => name !== key))
    return 'delta' in act
      ? { delta: left(act.delta) }
      : { logs: act.logs.map(each => without(each, key)), outcome: left(act.outcome) }
  })

const shape = (log: readonly Act[]): unknown =>
  log.map(act => ('delta' in act ? [...act.delta].sort() : [act.logs.map(shape), [...act.outcome].sort()]))

function distinct(logs: readonly (readonly Act[])[]): (readonly Act[])[] {
  return [...new Map(logs.map(log => [JSON.stringify(shape(log)), log])).values()]
}

/** Paths that differ in nothing that matters from here on are gone once. */
function unique(paths: readonly Path[]): Path[] {
  const id = ({ state, gone, log, failed }: Path): string =>
    JSON.stringify([Object.keys(state).sort(), [...gone].sort(), shape(log), failed])
  if (paths.length > 20_000) throw new TooMany()
  return [...new Map(paths.map(path => [id(path), path])).values()]
}
