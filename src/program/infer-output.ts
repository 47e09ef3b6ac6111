import type { Agent } from '../agent/agent.ts'
import { withChanges } from '../agent/read-agent.ts'
import { keysOfTools } from '../agent/tool-keys.ts'
import { readsOf } from '../context/policy/reads.ts'
import { behindFlow, isLacking, join, type KeyPlace, neededBy, withKeys } from './key-flow.ts'
import { type Fallback, isAgent, isGroup, type Member, type Route } from './member.ts'
import { withMembers } from './read-member.ts'
import { slotsOf } from './reads.ts'
import { allIn, membersOf, treeOf, type Visitor, visit } from './walk.ts'

/** A program whose answers have their keys. */
export interface WithOutputs {
  readonly member: Member
  /** The agents of it whose key follows from where they stand. */
  readonly inferred: ReadonlySet<Agent>
}

/**
 * A program in which agents without an `outputKey` keep their answers where they are asked for: where the member right
 * behind an agent reads just one key that nothing before it writes, the answer is that key; right behind, a route takes
 * its own key. An agent that would have two keys has none. The program itself where no key follows.
 */
export function withOutputs(member: Member): WithOutputs {
  const keys = keysOf(member)
  if (keys.size === 0) return { member, inferred: none }
  const made = new Map<Agent, Agent>()
  const agentOf = (agent: Agent): Agent => {
    const known = made.get(agent)
    if (known !== undefined) return known
    const subAgents = agent.subAgents?.map(agentOf)
    const isSame = subAgents?.every((child, index) => child === agent.subAgents?.[index]) ?? true
    const outputKey = keys.get(agent)
    const changes = {
      ...(outputKey !== undefined && { outputKey }),
      ...(!isSame && subAgents && { subAgents }),
    }
    const placed = Object.keys(changes).length === 0 ? agent : withChanges(agent, changes)
    made.set(agent, placed)
    return placed
  }
  const placed = (inner: Member): Member =>
    isGroup(inner) ? withMembers(inner, placed) : isAgent(inner) ? agentOf(inner) : inner
  return { member: placed(member), inferred: new Set([...keys.keys()].map(agentOf)) }
}

const none: ReadonlySet<Agent> = new Set()

function keysOf(program: Member): ReadonlyMap<Agent, string> {
  const found = new Map<Agent, string>()
  if (!isGroup(program)) return found
  const start: KeyPlace = { sure: new Set(expectedBy(program)), removed: new Set(), kept: null }
  const doubtful = new Set<Agent>()
  for (const { agent, key } of through(program, start, { left: mostPasses }).answers) {
    if ((found.get(agent) ?? key) !== key) doubtful.add(agent)
    found.set(agent, key)
  }
  for (const agent of doubtful) found.delete(agent)
  return found
}

/** Effect of a member at a place. */
interface Done {
  readonly place: KeyPlace
  /** Keys that it reads and that nothing before it writes. */
  readonly lacking: readonly string[]
  /** Agents of it whose answers have a key now. */
  readonly answers: readonly { readonly agent: Agent; readonly key: string }[]
}

/** Number of members that may still be walked with keys given to answers. */
interface Passes {
  left: number
}

/** Members in members may be gone through twice at each level: what goes beyond this is given no keys. */
const mostPasses = 20_000

/** `passes` is null where answers are given no keys. */
function through(member: Member, place: KeyPlace, passes: Passes | null): Done {
  const infers = passes !== null && passes.left-- > 0 ? passes : null
  return visit(effects, member, place, infers)
}

/** The effect of each kind of member. */
const effects: Visitor<Done, [place: KeyPlace, passes: Passes | null]> = {
  agent: (agent, place) => ({ ...reading(needsOf(agent), place), place: withKeys(place, writesOf(agent)) }),

  state({ flow }, place) {
    let after = place
    const steps = flow.map(entry => {
      const done = reading(neededBy(entry), after)
      after = behindFlow(after, entry)
      return done
    })
    return all(steps, after)
  },

  tap: (_, place) => reading([], place),

  pipeline: ({ members }, place, passes) => inOrder(members, place, passes),

  loop({ members }, place, passes) {
    // For the place after the loop alone, a second round would double the cost per inner loop for nothing.
    if (passes === null) return inOrder(members, place, null)
    // Keys that a round writes are there in the next.
    const once = inOrder(members, place, null)
    return inOrder(members, withKeys(place, [...once.place.sure]), passes)
  },

  mapOver({ key, item, into, member }, place, passes) {
    const inner = through(member, withKeys(place, [item]), passes)
    return all([reading([key], place), inner], withKeys(place, [into]))
  },

  parallel({ members }, place, passes) {
    const branches = members.map(member => through(member, place, passes))
    const ends = branches.map(branch => branch.place)
    return all(branches, join(place, ends, 'any'))
  },

  fallback: (group, place, passes) => oneOf(group, reading([], place), passes),

  route: (group, place, passes) => oneOf(group, reading([group.key], place), passes),
}

/** The effect of a group one of whose members runs; `own` is that of the group itself. */
function oneOf(group: Fallback | Route, own: Done, passes: Passes | null): Done {
  const { place } = own
  const branches = membersOf(group).map(member => through(member, place, passes))
  // A route without another way may do nothing.
  const mayDoNothing = group.kind === 'route' && group.other === null
  const ends = [...branches, ...(mayDoNothing ? [own] : [])].map(end => end.place)
  return all([own, ...branches], join(place, ends, 'all'))
}

function inOrder(members: readonly Member[], start: KeyPlace, passes: Passes | null): Done {
  let place = start
  let open: Agent | null = null
  const steps: Done[] = []
  for (const member of members) {
    let done = through(member, place, passes)
    const key = open === null ? null : answerFor(member, done.lacking)
    if (open !== null && key !== null) {
      done = through(member, withKeys(place, [key]), passes)
      steps.push({ ...reading([], place), answers: [{ agent: open, key }] })
    }
    steps.push(done)
    place = done.place
    // A tap only looks: it is as if it were not there.
    if (!isAgent(member) && member.kind === 'tap') continue
    open = passes !== null && isAgent(member) && member.outputKey === undefined ? member : null
  }
  return all(steps, place)
}

/** The key that a member asks the answer right before it for; null where it asks for none or for several. */
function answerFor(member: Member, lacking: readonly string[]): string | null {
  if (!isAgent(member) && member.kind === 'route' && lacking.includes(member.key)) return member.key
  const [key, ...others] = new Set(lacking)
  return key !== undefined && others.length === 0 ? key : null
}

const reading = (keys: readonly string[], place: KeyPlace): Done => ({
  place,
  lacking: keys.filter(key => isLacking(key, place)),
  answers: [],
})

const all = (steps: readonly Done[], place: KeyPlace): Done => ({
  place,
  lacking: steps.flatMap(({ lacking }) => lacking),
  answers: steps.flatMap(({ answers }) => answers),
})

/** The keys that an agent cannot do without, and those below it: they may be handed over to. */
const needsOf = (root: Agent): readonly string[] =>
  treeOf(root).flatMap(agent => {
    const written = new Set(keysOfTools(agent, 'writes').map(({ key }) => key))
    const slots = [...slotsOf(agent.instruction), ...slotsOf(agent.globalInstruction)]
    return [
      ...slots.filter(({ optional }) => !optional).map(({ key }) => key),
      ...readsOf(agent.context).flatMap(({ key, optional, when }) =>
        optional || when.length > 0 ? [] : [key],
      ),
      ...keysOfTools(agent, 'reads').flatMap(({ key }) => (written.has(key) ? [] : [key])),
    ]
  })

const writesOf = (agent: Agent): readonly string[] => [
  ...(agent.outputKey === undefined ? [] : [agent.outputKey]),
  ...keysOfTools(agent, 'writes').map(({ key }) => key),
]

/** Returns the keys that the agents of a program expect a session to bring. */
const expectedBy = (program: Member): readonly string[] =>
  allIn(program)
    .filter(isAgent)
    .flatMap(treeOf)
    .flatMap(({ expects }) => expects ?? [])
