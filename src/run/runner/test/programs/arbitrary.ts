// Random programs with one possible order: concurrent branches share no keys, nor do iterations share tested ones.
import {
  agent,
  fallback,
  loop,
  type Member,
  mapOver,
  parallel,
  pipeline,
  route,
  S,
  type State,
  tool,
} from 'ctxc'
import fc from 'fast-check'

/** Returns a random whole number from 0 to `size` - 1. */
export type Draw = (size: number) => number

/** Keys and names of one part of a program. */
interface Room {
  readonly name: string
  readonly keys: readonly [string, string, string]
}

/** Members as groups accept them. Their state types are unknown here. */
type Members = readonly never[]

/** Values of the lists, by key. */
export const lists = { list0: [], list1: ['p'], list2: ['q', 'r'], list3: ['s', 't', 'u'] }

/** Whether an agent has a model that fails, by its name. */
export const isFailing = (name: string): boolean => name.endsWith('x')

/** Returns the result of a tool that returns directly. */
export const handed = (name: string): string => `${name}|handed`

/** Generator of programs. */
class Maker {
  /** Keys that concurrent iterations of a list write. */
  readonly loose = new Set<string>()
  private readonly draw: Draw
  private count = 0

  constructor(draw: Draw) {
    this.draw = draw
  }

  room(): Room {
    const name = `r${this.count++}`
    return { name, keys: [`${name}k`, `${name}m`, `${name}z`] }
  }

  row(at: Room, depth: number): Members {
    return Array.from({ length: 1 + this.draw(3) }, () => this.member(at, depth)) as never
  }

  private inner(at: Room, depth: number): never {
    return pipeline(...this.row(at, depth - 1)) as Member as never
  }

  private member(at: Room, depth: number): Member {
    const [key] = at.keys
    const is = (state: State) => state[key] === 'v0'
    switch (depth === 0 ? this.draw(4) : this.draw(11)) {
      case 0:
      case 1:
        return this.step(at)
      case 4:
        return this.inner(at, depth)
      case 5:
      case 6:
        return loop({ max: 1 + this.draw(3), ...(this.draw(3) > 0 && { until: is }) }, this.inner(at, depth))
      case 7:
        return route(key)
          .is('v1', this.inner(at, depth))
          .when(is, this.inner(at, depth))
          .otherwise(this.inner(at, depth)) as never
      case 8:
        return parallel(this.inner(this.room(), depth), this.inner(this.room(), depth)) as Member
      case 9: {
        const tried = [this.agent(at), this.agent(at, 'x')].slice(this.draw(2))
        return fallback(pipeline(...(tried as never[])) as Member as never, this.inner(at, depth)) as Member
      }
      case 10:
        return this.each(depth)
      default:
        return this.agent(at)
    }
  }

  /** A member that runs for each item of a list. Each iteration first clears its keys. */
  private each(depth: number): Member {
    const at = this.room()
    for (const key of at.keys) this.loose.add(key)
    const into = `${at.name}out`
    const body = pipeline(S.drop(...at.keys), this.inner(at, depth))
    return mapOver({ key: `list${this.draw(4)}`, into }, body as never) as Member
  }

  private agent({ keys: [k, m, z] }: Room, suffix = ''): Member {
    const name = `a${this.count++}${suffix}`
    const instruction = `${name}|{${k}?}|{${m}?}|{item?}`
    const set = tool({
      name: 'set',
      parameters: { type: 'object', properties: {} },
      execute: (_, { state }: { state: { set(key: string, value: string): void } }) => {
        state.set(k, `${name} set`)
        return 'done'
      },
    })
    const hand = tool({ name: 'hand', returnDirect: true, execute: () => handed(name) })
    // An explicit key, so that none is inferred from the next member.
    const outputKey = [k, m, z, z][this.draw(4)] as string
    return agent({
      name,
      model: 'gpt-5.4',
      identity: false,
      instruction,
      includeContents: 'none',
      outputKey,
      ...[{ tools: [set] }, { tools: [set] }, { tools: [hand] }][this.draw(7)],
    }) as Member
  }

  private step({ keys: [k, m] }: Room): Member {
    const steps = [
      () => S.set({ [k]: 'v0' }),
      () => S.set({ [k]: 'v1' }),
      () => S.drop(k),
      () => S.rename({ [k]: m }),
      () => S.defaults({ [m]: 'v0' }),
      () => S.transform(m, () => 'v2'),
      () => S.pipe(S.drop(m), S.set({ [k]: 'v0' })),
    ]
    return (steps[this.draw(steps.length)] as () => Member)()
  }
}

/** Returns a short description of a program. */
function shown(member: Member): string {
  if (!('kind' in member)) {
    const { name, tools = [], outputKey } = member
    return `${name}${tools.length > 0 ? '!' : ''}${outputKey ? `>${outputKey}` : ''}`
  }
  if (member.kind === 'state')
    return `S.${member.name}(${JSON.stringify(member.flow.map(each => ('key' in each ? each.key : each.kind)))}${JSON.stringify(member.data)})`
  if (member.kind === 'tap') return 'tap'
  if (member.kind === 'mapOver') return `mapOver ${member.key}>${member.into} (${shown(member.member)})`
  if (member.kind === 'route')
    return `route ${member.key} (${[...member.ways.map(each => each.member), ...(member.other ? [member.other] : [])].map(shown).join(', ')})`
  const until = member.kind === 'loop' ? ` ${member.max}${member.until ? '?' : ''}` : ''
  return `${member.kind}${until} (${member.members.map(shown).join(', ')})`
}

/** A generated program, and the keys that any iteration of a list may have written last. */
export interface MadeProgram {
  readonly program: Member
  readonly loose: ReadonlySet<string>
}

export const someProgram: fc.Arbitrary<MadeProgram> = fc
  .tuple(fc.array(fc.nat(11), { minLength: 10, maxLength: 60 }), fc.nat())
  .map(([choices, seed]) => {
    let count = 0
    let random = seed
    const maker = new Maker(size => {
      random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0
      return (choices[count++] ?? random >>> 16) % size
    })
    const program = pipeline(...maker.row(maker.room(), 3)) as Member
    return { program, loose: maker.loose, [fc.toStringMethod]: () => shown(program) }
  })
