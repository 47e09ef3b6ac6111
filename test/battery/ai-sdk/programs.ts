import { decisions } from './decisions.ts'
import type { Program } from './drive.ts'
import { hosts } from './hosts.ts'
import { type Mode, scenarios } from './scenarios.ts'
import { special } from './special.ts'

const everyMode: readonly Mode[] = ['generate', 'stream', 'chat']

const all: readonly Program[] = [
  ...hosts.flatMap(host =>
    scenarios.flatMap(scenario =>
      scenario.needsThoughts && !host.thinks
        ? []
        : (scenario.modes ?? everyMode).map(mode => ({ host, scenario, mode })),
    ),
  ),
  ...special.flatMap(([host, scenario]) =>
    (scenario.modes ?? everyMode).map(mode => ({ host, scenario, mode })),
  ),
]

/** A part of them in which each host, each scenario and each mode has its turn; all of them with CTXC_BATTERY=all. */
export const programs: readonly Program[] =
  process.env.CTXC_BATTERY === 'all' ? all : all.filter((_, at) => at % 7 === 0)

/** The decisions that a program may differ by. */
export const decisionsFor = ({ host, scenario }: Program): typeof decisions =>
  decisions.filter(decision => decision.for(host, scenario))
