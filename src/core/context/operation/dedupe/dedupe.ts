import { choice } from '../../../form/field.ts'
import { eventOrigin } from '../../../ir/origin.ts'
import type { LocalPass } from '../../../pass/pass.ts'
import type { OperationDefinition } from '../../definition/operation.ts'

/**
 * `exact`: results that were already shown; `alike`: results that were already shown, ignoring blanks and case;
 * `superseded`: results of a call that was later repeated with the same arguments.
 */
export type RepeatKind = 'exact' | 'alike' | 'superseded'

const repeats = ['exact', 'alike', 'superseded'] as const satisfies readonly RepeatKind[]

const pass: LocalPass = {
  kind: 'local',
  name: 'dedupe',
  run(part, { event: { seq }, index, repeated }) {
    if (part.kind !== 'tool-result' || part.native) return part
    const repeat = repeated.get(eventOrigin(seq, index))
    return repeat === undefined ? part : { ...part, content: [{ kind: 'text', text: repeat.text }] }
  },
}

/** Drops results whose content another result already has. */
export const dedupe: OperationDefinition<'dedupe'> = {
  op: 'dedupe',
  form: {
    title: 'Repeated results are sent once.',
    needs: {
      which: choice(
        repeats,
        'exact: equal results. alike: also results that differ only in white space and case. superseded: results that a later call with the same arguments replaces.',
      ),
    },
  },
  sizes: [],
  ages: [],
  // The model gets the content from another result.
  tellsAll: true,
  asWords: false,
  edit: 'deduplicated',
  pass,
  applies: () => true,
  makesRoom: () => false,
  leavesOut: ({ which }) => which,
}
