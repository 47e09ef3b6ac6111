// Random conversations with lost and unread writes, drops and delays. `LIVE_TRIALS` is the number per profile.
import { expect, test } from 'vitest'
import { profiles } from '../../profile/profile.ts'
import { contextDeliveries, flushPoints, steeringModes } from '../../steering/modes.ts'
import { outcomes, trial, type Variant } from './trial.ts'

const trials = Number(process.env.LIVE_TRIALS ?? 500)

const variantsOf = (profile: string): Variant[] =>
  steeringModes.flatMap(steeringMode =>
    contextDeliveries.flatMap(contextDelivery =>
      flushPoints.map(flushOn => ({ profile, steeringMode, contextDelivery, flushOn })),
    ),
  )

test.each(Object.keys(profiles))(
  '115: %s: nothing is lost, doubled, overtaken or spoken over',
  { timeout: 600_000 },
  profile => {
    const variants = variantsOf(profile)
    outcomes.ended = 0
    for (let seed = 0; seed < trials; seed++) {
      const variant = variants[seed % variants.length] as Variant
      const faults = trial(variant, seed, 60)
      expect(faults, JSON.stringify({ seed, ...variant })).toEqual({
        ...{ lost: 0, interrupting: 0, overtaken: 0, doubled: 0, twiceAfterResume: 0, unanswered: 0 },
      })
    }
    expect(outcomes.ended / trials).toBeLessThan(0.05)
  },
)
