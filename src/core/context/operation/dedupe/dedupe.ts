import { wordChoiceField } from '../../../form/field.ts'
import { eventOrigin } from '../../../ir/origin.ts'
import type { LocalPass } from '../../../pass/pass.ts'
import type { OperationDefinition } from '../../definition/operation.ts'

/**
 * Kind of repetition. `exact`: a result whose content was already shown. `alike`: a result whose content was already
 * shown, apart from white space and case. `superseded`: a result whose call was later repeated with the same arguments.
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

/** Drops results whose content another result contains. */
export const dedupe: OperationDefinition<'dedupe'> = {
  op: 'dedupe',
  form: {
    title: 'Repeated results are sent once.',
    needs: {
      which: wordChoiceField(
        repeats,
        'exact: equal results. alike: also results that differ only in white space and case. superseded: results that a later call with the same arguments replaces.',
      ),
    },
  },
  sizes: [],
  ages: [],
  // The model still gets the full content, because the other result contains it.
  tellsAll: true,
  asWords: false,
  edit: 'deduplicated',
  pass,
  applies: () => true,
  makesRoom: () => false,
  leavesOut: ({ which }) => which,
}
