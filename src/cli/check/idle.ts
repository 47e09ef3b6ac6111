import { outer } from './cell.ts'
import type { Facts } from './facts.ts'
import { Interpreter } from './interpret.ts'
import { FindingRecorder } from './recorder.ts'
import { World } from './world.ts'

/** Records the reads and writes of members that no path reaches, as if each member ran alone. */
export function analyseUnreached(facts: Facts): FindingRecorder {
  const first = runMembersAlone(facts, new World())
  // A step moves a value only if the value exists. So a second run starts with every key set that the first run read;
  // it then also finds the writes of such steps.
  const keys = new Set([...first.sites.values()].map(({ key }) => key))
  return runMembersAlone(
    facts,
    [...keys].reduce((world, key) => world.withCell(key, outer), new World()),
  )
}

function runMembersAlone({ members, recorder }: Facts, world: World): FindingRecorder {
  const idle = new FindingRecorder()
  const interpreter = new Interpreter(idle)
  for (const [place, member] of members)
    if (!recorder.reached.has(place) && !idle.reached.has(place))
      interpreter.outcomeOfMember(member, place, [world])
  return idle
}
