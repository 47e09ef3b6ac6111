// Prints one trial: `node test/live/simulation/trace.ts SEED PROFILE MODE DELIVERY FLUSH`.
import { step } from '../../../src/live/engine/step.ts'
import { trial } from './trial.ts'
import { World } from './world.ts'

World.onFault = name => console.log('!!!!', name)
const [seed, profile, steeringMode, contextDelivery, flushOn] = process.argv.slice(2)
const faults = trial(
  { profile, steeringMode, contextDelivery, flushOn } as never,
  Number(seed),
  60,
  (engine, state, event) => {
    const result = step(engine, state, event)
    console.log(
      '>',
      JSON.stringify(event),
      '|',
      result[0].status,
      result[0].phase,
      'ans',
      result[0].isAnswering,
      'spk',
      result[0].isSpeaking,
      'due',
      result[0].speakDue,
      'wait',
      result[0].isWaiting,
    )
    for (const effect of result[1]) if (effect.type !== 'state') console.log('    ', JSON.stringify(effect))
    return result
  },
)
console.log(faults)
