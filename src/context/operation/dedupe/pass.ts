import { eventOrigin } from '../../../ir/origin.ts'
import type { LocalPass } from '../../../pass/pass.ts'
import { toldElsewhere } from '../../../pass/told-elsewhere.ts'

/** `.dedupe`: a result that is told elsewhere is not told again. */
export const dedupe: LocalPass = {
  kind: 'local',
  name: 'dedupe',
  run(part, { event: { seq }, index, repeated }) {
    if (part.kind !== 'tool-result' || part.native) return part
    const repeat = repeated.get(eventOrigin(seq, index))
    if (repeat === undefined) return part
    return { ...part, content: [{ kind: 'text', text: toldElsewhere(repeat) }] }
  },
}
