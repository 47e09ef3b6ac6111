import { trueOrFalse } from '../../../form/check.ts'
import { field, wordChoiceField } from '../../../form/field.ts'
import { roleOfAuthor, trustOfEvent } from '../../../ir/event.ts'
import { eventOrigin } from '../../../ir/origin.ts'
import type { OperationOf } from '../../../ir/policy.ts'
import type { ResultContent } from '../../../ir/result.ts'
import { lowerTrust } from '../../../ir/trust.ts'
import type { LocalPass, PartPlace } from '../../../pass/pass.ts'
import { toJson } from '../../../text/json.ts'
import { dataTags, markWords } from '../../../trust/fence.ts'
import type { OperationDefinition } from '../../definition/operation.ts'

type Fence = OperationOf<'fence'>

/** Whether a fence operation applies to the texts of an event. */
const appliesToEvent = ({ trust }: Fence, { event, external }: PartPlace): boolean => {
  // A runner records the trust of a result in the result's event. If the event states no trust, the tool's declaration
  // decides.
  if (external) return true
  const given =
    roleOfAuthor(event.author) === 'tool' ? lowerTrust('tool', trustOfEvent(event)) : trustOfEvent(event)
  return lowerTrust(given, trust) === given
}

/** Returns content between an opening and a closing tag. A single text is merged with its tags into one text. */
function fenceContent(
  content: readonly ResultContent[],
  from: string,
  { mark }: Fence,
): readonly ResultContent[] {
  // Only texts can be put between tags, so another value is written as JSON text.
  const marked = content.map((given): ResultContent => {
    const piece = given.kind === 'data' ? ({ kind: 'text', text: toJson(given.value) } as const) : given
    return mark && piece.kind === 'text' ? { ...piece, text: markWords(piece.text) } : piece
  })
  const textOf = (piece: ResultContent): string => (piece.kind === 'text' ? piece.text : toJson(piece))
  const { open, close } = dataTags(marked.map(textOf).join(''), from)
  const [only] = marked
  if (marked.length === 1 && only?.kind === 'text') return [{ ...only, text: open + only.text + close }]
  return [{ kind: 'text', text: open }, ...marked, { kind: 'text', text: close }]
}

const pass: LocalPass = {
  kind: 'local',
  name: 'fence',
  run(part, at) {
    const due = at.operations.filter((one): one is Fence => one.op === 'fence' && appliesToEvent(one, at))
    const operation = due.find(({ mark }) => mark) ?? due[0]
    if (operation === undefined) return part
    const { author, seq, actions } = at.event
    if (part.kind === 'text') {
      // A developer's summary is already written between tags.
      const isTagged = actions?.compaction !== undefined && roleOfAuthor(author) !== 'user'
      if (roleOfAuthor(author) === 'model' || isTagged) return part
      const [text] = fenceContent([part], author, operation)
      return { ...part, ...(text as typeof part) }
    }
    // The compiler wrote this text in place of a repeated result, so the text is not external.
    const isOwn = at.repeated.has(eventOrigin(seq, at.index))
    if (part.kind !== 'tool-result' || part.native || isOwn || part.content.length === 0) return part
    return {
      ...part,
      content: fenceContent(part.content, part.name ? `tool ${part.name}` : 'tool', operation),
    }
  },
}

/** Puts texts from outside between tags that the texts cannot close, and optionally marks each of their words. */
export const fenceOperation: OperationDefinition<'fence'> = {
  op: 'fence',
  form: {
    title: 'Text of outsiders is placed between tags, and optionally each word is marked.',
    takes: {
      trust: wordChoiceField(
        ['external', 'tool'],
        'Trust of the fenced text: external, or tool for all results. Default: external.',
      ),
      mark: field(trueOrFalse, { type: 'boolean' }, 'Whether each word is marked too.'),
    },
    usual: { trust: 'external', mark: false },
  },
  sizes: [],
  ages: [],
  tellsAll: true,
  asWords: false,
  edit: 'quoted',
  pass,
  applies: () => true,
  makesRoom: () => false,
  leavesOut: () => null,
}
