import type { Agent } from '../agent/agent.ts'
import { copyAgentWith } from '../agent/read-agent.ts'
import { declaredToolKeys } from '../agent/tool-facts.ts'
import { readsOf } from '../context/policy/reads.ts'
import {
  isLacking,
  joinPlaces,
  type KeyPlace,
  keysAfterAction,
  keysNeededByAction,
  withKeys,
} from './key-flow.ts'
import { type Fallback, isAgent, isGroup, type Member, type Parallel, type Route } from './member.ts'
import { stateReads } from './reads.ts'
import { membersAtAnyDepth, membersOf, treeOf, type Visitor, visit } from './walk.ts'
import { withMembers } from './with-members.ts'

/** A program with output keys inferred for agents that declare none. */
export interface WithOutputs {
  readonly member: Member
  /** Agents whose output keys were inferred from their places in the program. */
  readonly inferred: ReadonlySet<Agent>
}

/**
 * Returns a program in which agents without an `outputKey` store their answers where a reader needs them. If the next
 * member after an agent reads exactly one key that nothing before it writes, the answer is stored under that key. If
 * the next member is a route that lacks its own key, the answer is stored under the route's key. Steps and taps in
 * between do not matter if they read no missing key. The nesting of pipelines does not matter either. An agent that
 * would get two keys gets none. Returns the program unchanged if no key can be inferred.
 */
export function inferOutputKeys(member: Member): WithOutputs {
  const keys = inferKeysOfAgents(member)
  if (keys.size === 0) return { member, inferred: none }
  const made = new Map<Agent, Agent>()
  const agentWithKey = (agent: Agent): Agent => {
    const known = made.get(agent)
    if (known !== undefined) return known
    const subAgents = agent.subAgents?.map(agentWithKey)
    const isSame = subAgents?.every((child, index) => child === agent.subAgents?.[index]) ?? true
    const outputKey = keys.get(agent)
    const changes = {
      ...(outputKey !== undefined && { outputKey }),
      ...(!isSame && subAgents && { subAgents }),
    }
    const placed = Object.keys(changes).length === 0 ? agent : copyAgentWith(agent, changes)
    made.set(agent, placed)
    return placed
  }
  const memberWithKeys = (inner: Member): Member =>
    isGroup(inner) ? withMembers(inner, memberWithKeys) : isAgent(inner) ? agentWithKey(inner) : inner
  return { member: memberWithKeys(member), inferred: new Set([...keys.keys()].map(agentWithKey)) }
}

const none: ReadonlySet<Agent> = new Set()

function inferKeysOfAgents(program: Member): ReadonlyMap<Agent, string> {
  const found = new Map<Agent, string>()
  if (!isGroup(program)) return found
  const start: KeyPlace = { sure: new Set(expectedBy(program)), removed: new Set(), kept: null }
  const doubtful = new Set<Agent>()
  for (const { agent, key } of memberEffect(program, start, { left: mostPasses }).answers) {
    if ((found.get(agent) ?? key) !== key) doubtful.add(agent)
    found.set(agent, key)
  }
  for (const agent of doubtful) found.delete(agent)
  return found
}

/** Effect of a member on the keys of the state, given the known keys before the member. */
interface Done {
  readonly place: KeyPlace
  /** Keys that the member reads although nothing before it writes them. */
  readonly lacking: readonly string[]
  /** Agents inside the member whose answers were given a key. */
  readonly answers: readonly { readonly agent: Agent; readonly key: string }[]
  /**
   * Agents that may have given the last answer, if that answer has no key yet. `same`: the member gave no answer, so
   * the last answer is still the one from before it.
   */
  readonly open: readonly Agent[] | 'same'
}

/** Number of further member walks in which answers may get keys. */
interface Passes {
  left: number
}

/**
 * Maximum number of member walks. A limit is needed, because nested members may be walked twice per level. Answers of
 * members beyond the limit get no keys.
 */
const mostPasses = 20_000

/**
 * Returns the effect of a member at a place. If `passes` is null, answers get no keys. `open`: agents whose answer
 * before the member has no key yet. A pipeline that begins with the reader of this answer gives it a key.
 */
function memberEffect(
  member: Member,
  place: KeyPlace,
  passes: Passes | null,
  open: readonly Agent[] = [],
): Done {
  const infers = passes !== null && passes.left-- > 0 ? passes : null
  return visit(effects, member, place, infers, open)
}

/** Functions that return the effect of a member, by kind of member. */
const effects: Visitor<Done, [place: KeyPlace, passes: Passes | null, open: readonly Agent[]]> = {
  agent: (agent, place) => ({
    ...effectOfReads(keysNeededByTree(agent), place),
    place: withKeys(place, writesOf(agent)),
    open: agent.outputKey === undefined ? [agent] : [],
  }),

  state({ flow }, place) {
    let after = place
    const steps = flow.map(entry => {
      const done = effectOfReads(keysNeededByAction(entry), after)
      after = keysAfterAction(after, entry)
      return done
    })
    return { ...joinEffects(steps, after), open: 'same' }
  },

  tap: (_, place) => effectOfReads([], place),

  pipeline: ({ members }, place, passes, open) => effectInOrder(members, place, passes, open),

  loop({ members }, place, passes) {
    // A second walk of the loop's members would double the cost at each inner loop, and the keys after the loop would
    // be the same.
    if (passes === null) return effectInOrder(members, place, null)
    // Keys that one round writes are present in the next round.
    const once = effectInOrder(members, place, null)
    return effectInOrder(members, withKeys(place, [...once.place.sure]), passes)
  },

  mapOver({ key, item, into, member }, place, passes) {
    const inner = memberEffect(member, withKeys(place, [item]), passes)
    return joinEffects([effectOfReads([key], place), inner], withKeys(place, [into]))
  },

  parallel(group, place, passes) {
    if (group.until === 'first') return alternativesEffect(group, effectOfReads([], place), passes)
    const branches = group.members.map(member => memberEffect(member, place, passes))
    const ends = branches.map(branch => branch.place)
    return joinEffects(branches, joinPlaces(place, ends, 'any'))
  },

  fallback: (group, place, passes) => alternativesEffect(group, effectOfReads([], place), passes),

  route: (group, place, passes) => alternativesEffect(group, effectOfReads([group.key], place), passes),
}

/** Returns the effect of a group that runs one of its members; `own` is the effect of the group's own reads. */
function alternativesEffect(group: Fallback | Parallel | Route, own: Done, passes: Passes | null): Done {
  const { place } = own
  const branches = membersOf(group).map(member => memberEffect(member, place, passes))
  // A route without a default branch may do nothing.
  const mayDoNothing = group.kind === 'route' && group.other === null
  const ends = [...branches, ...(mayDoNothing ? [own] : [])]
  const answers = ends.map(({ open }) => (open === 'same' ? [] : open))
  // If only some members wrote the key, readers after the other members would not find it.
  const open = answers.every(({ length }) => length > 0) ? answers.flat() : []
  const joined = joinPlaces(
    place,
    ends.map(end => end.place),
    'all',
  )
  return { ...joinEffects([own, ...branches], joined), open }
}

function effectInOrder(
  members: readonly Member[],
  start: KeyPlace,
  passes: Passes | null,
  before: readonly Agent[] = [],
): Done {
  let place = start
  let open = passes === null ? [] : before
  const steps: Done[] = []
  for (const member of members) {
    let done = memberEffect(member, place, passes, open)
    // A pipeline inside this pipeline finds the reader of the answer itself.
    const isInside = isGroup(member) && member.kind === 'pipeline'
    const key = open.length === 0 || isInside ? null : keyForAnswer(member, done.lacking)
    if (key !== null) {
      const answers = open.map(agent => ({ agent, key }))
      done = memberEffect(member, withKeys(place, [key]), passes)
      steps.push({ ...effectOfReads([], place), answers })
    }
    steps.push(done)
    place = done.place
    const isRead = key !== null || done.lacking.length > 0
    if (done.open !== 'same') open = passes === null ? [] : done.open
    else if (isRead) open = []
  }
  return { ...joinEffects(steps, place), open }
}

/**
 * Returns the key under which a member needs the preceding answer: a route's own key, or the only key that the member
 * lacks. Returns null if it lacks no key or several.
 */
function keyForAnswer(member: Member, lacking: readonly string[]): string | null {
  if (!isAgent(member) && member.kind === 'route' && lacking.includes(member.key)) return member.key
  const [key, ...others] = new Set(lacking)
  return key !== undefined && others.length === 0 ? key : null
}

const effectOfReads = (keys: readonly string[], place: KeyPlace): Done => ({
  place,
  lacking: keys.filter(key => isLacking(key, place)),
  answers: [],
  open: 'same',
})

const joinEffects = (steps: readonly Done[], place: KeyPlace): Done => ({
  place,
  lacking: steps.flatMap(({ lacking }) => lacking),
  answers: steps.flatMap(({ answers }) => answers),
  open: [],
})

/** Returns the keys that a tree of agents needs. Sub-agents are included, because the agent may transfer to them. */
const keysNeededByTree = (root: Agent): readonly string[] =>
  treeOf(root).flatMap(agent => {
    const written = new Set(declaredToolKeys(agent, 'writes').map(({ key }) => key))
    const slots = [...stateReads(agent.instruction), ...stateReads(agent.globalInstruction)]
    return [
      ...slots.filter(({ optional }) => !optional).map(({ key }) => key),
      ...readsOf(agent.context).flatMap(({ key, optional, when }) =>
        optional || when.length > 0 ? [] : [key],
      ),
      ...declaredToolKeys(agent, 'reads').flatMap(({ key }) => (written.has(key) ? [] : [key])),
    ]
  })

const writesOf = (agent: Agent): readonly string[] => [
  ...(agent.outputKey === undefined ? [] : [agent.outputKey]),
  ...declaredToolKeys(agent, 'writes').map(({ key }) => key),
  // A memory rule decides the key's value, so the answer must not be stored there.
  ...(agent.remember ?? []).map(({ key }) => key),
]

/** Returns the keys that the agents of a program expect from the session. */
const expectedBy = (program: Member): readonly string[] =>
  membersAtAnyDepth(program)
    .filter(isAgent)
    .flatMap(treeOf)
    .flatMap(({ expects }) => expects ?? [])
