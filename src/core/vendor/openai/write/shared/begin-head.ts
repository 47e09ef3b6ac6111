import { formulaCount } from '../../../../ir/count.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import { beginConfig, type ConfigDraft } from '../../../../target/config-draft.ts'
import { HeadTally } from '../../../../target/head.ts'
import { type NumberRows, type NumberSetting, whyNumberRefused } from '../../../../target/numbers.ts'
import { importedFieldsFor, type RequestForm } from '../../../../target/request-fields.ts'
import type { Setting } from '../../../../target/target.ts'

/** Request head under construction, with the members common to both APIs. */
export interface HeadDraft extends Omit<ConfigDraft<Record<string, unknown>>, 'request'> {
  /** Sets a numeric field if it has a value. A value that the API would refuse is dropped and reported. */
  readonly setNumber: (setting: NumberSetting, value: number | null | undefined) => void
}

/** Fields that refer to text stored at the server. The tokens of this text cannot be counted. */
const serverTexts = ['previous_response_id', 'conversation', 'prompt']

/** Creates a request with its model and its imported fields. */
export function beginHead<Request extends object>(
  setting: Setting<OpenAIRules>,
  form: RequestForm,
  numbers: NumberRows,
): HeadDraft & { readonly request: Request } {
  const { model, origins } = setting
  const tally = new HeadTally()
  const extra = importedFieldsFor(form, setting, tally)
  const request = { ...(model !== null && { model }), ...extra } as Record<string, unknown>
  origins.recordWhole(request, 'c:request')
  for (const key of Object.keys(extra)) origins.recordKey(request, key, `d:extra.${key}`)
  if (model !== null) origins.recordKey(request, 'model', 'd:model')
  for (const key of serverTexts)
    if (extra[key] !== undefined) tally.addDeclaration('system', `d:extra.${key}`, formulaCount(0, 0))
  const draft = beginConfig(request, origins, tally)
  const setNumber: HeadDraft['setNumber'] = (key, value) => {
    const row = numbers[key]
    if (value === undefined || value === null || row === undefined) return
    const why = whyNumberRefused(row, value)
    if (why === null) draft.set(row.wire, value, key)
    else draft.drop(key, why)
  }
  return { ...draft, request: request as Request, setNumber }
}
