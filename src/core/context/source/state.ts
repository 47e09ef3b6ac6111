import { filledList } from '../../form/field.ts'
import { schemaReference } from '../../form/json-schema.ts'
import type { Run } from '../../ir/origin.ts'
import { lowerTrust, type Trust } from '../../ir/trust.ts'
import { readAnyKey } from '../../template/key.ts'
import { valueText } from '../../template/value-text.ts'
import type { SourceDefinition, Writing, WrittenSource } from '../definition/source.ts'
import { keyReadOf, originIn, trustIn } from './key-value.ts'

/** Source of values of the state, by key. */
export const stateSource: SourceDefinition<'state'> = {
  source: 'state',
  form: {
    title: 'Values of the state.',
    needs: {
      keys: filledList(
        (value, at) => void readAnyKey(value, at),
        schemaReference('anyKey'),
        'Keys of the state.',
      ),
    },
  },
  gives: 'text',
  label: () => 'state',
  reads: ({ keys }) => keys.map(key => keyReadOf(key, 'told', false)),
  write: ({ keys }, writing) => writeStateLines(keys, writing),
}

/** Writes one line for each key that has a value, and reports every other key as missing. */
function writeStateLines(keys: readonly string[], { session, origin, gaps }: Writing): WrittenSource {
  const runs: Run[] = []
  let trust: Trust = 'developer'
  for (const key of keys) {
    if (!Object.hasOwn(session.state, key)) {
      gaps.push({ key, at: origin, isWhole: true })
      continue
    }
    const text = valueText(session.state[key])
    runs.push([`${runs.length === 0 ? '' : '\n'}${key}: `, origin], [text, originIn(session, key)])
    trust = lowerTrust(trust, trustIn(session, key))
  }
  return { runs, trust }
}
