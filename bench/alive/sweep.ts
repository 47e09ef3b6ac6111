import type { Arm } from '../cost/strategy/made-request.ts'
import { type Demand, firstSight, type NamedOf } from './first-sight.ts'
import type { ShortForm } from './short-form.ts'

/** A setting of first sight. */
export interface Setting {
  readonly form: ShortForm
  readonly demand: Demand
}

const overs = [1_000, 1_500, 2_000, 4_000]
const keeps = [400, 800, 1_600]

/** All settings that are tried. */
export function settings(): Setting[] {
  const grid = (lines: readonly number[], demand: Demand, more: Partial<ShortForm> = {}): Setting[] =>
    overs.flatMap(over =>
      keeps
        .filter(keep => keep < over)
        .flatMap(keep =>
          lines.map(names => ({ form: { over, keep, names, dedupe: false, parts: false, ...more }, demand })),
        ),
    )
  return [
    ...grid([0, 800, 1_600, 3_000], 'identifiers'),
    ...grid([3_000], 'identifiers', { dedupe: true }),
    ...grid([0, 3_000], 'identifiers', { parts: true }),
    ...grid([3_000], 'context'),
    ...grid([3_000], 'context', { parts: true, dedupe: true }),
    ...grid([0, 3_000], 'lines'),
    ...grid([3_000], 'lines', { parts: true, dedupe: true }),
  ]
}

export const armOfSetting = ({ form, demand }: Setting, namedOf: NamedOf): Arm =>
  firstSight(nameOf({ form, demand }), form, demand, namedOf)

/** A setting in words: `2000 to 400, 3000 of names, dedupe, parts of 2000; identifiers`. */
function nameOf({ form: { over, keep, names, dedupe, parts }, demand }: Setting): string {
  const words = [`${over} to ${keep}`]
  if (names > 0) words.push(`${names} of names`)
  if (dedupe) words.push('dedupe')
  if (parts) words.push('parts')
  return `${words.join(', ')}; ${demand}`
}
