import { type Fields, fieldsOf, isAbsentOrNull, textOfShape } from '../../shape.ts'
import type { DeadReasoning } from '../judgement.ts'
import type { BindingSettings } from '../options.ts'
import { badRequest, type Refusal } from '../refusal.ts'
import { unavailableError } from './compaction-answer.ts'
import { type Judged, modelOf } from './judge.ts'
import { claudeBinding } from './models.ts'

/** Beta header that lets a request choose to drop or reject invalid thinking, and to get a report about it. */
export const controlsBeta = 'thinking-binding-controls-2026-08-01'

/** Field of a request that says what becomes of invalid thinking. */
const bindingFieldOf = (request: Fields): unknown => fieldsOf(request.thinking).block_binding

/** Whether a mismatch is only noted, because the account is older than the check and the request asks for none. */
export const isMismatchNoted = (request: Fields, settings: BindingSettings): boolean =>
  settings.applies('enforcement') &&
  settings.isOldAccount &&
  claudeBinding(modelOf(request, settings)).enforced !== 'always' &&
  isAbsentOrNull(bindingFieldOf(request))

/** Returns the error of a judged request; null if the request is answered. */
export const refusalOf = (
  request: Fields,
  settings: BindingSettings,
  { dead, refusal }: Judged,
): Refusal | null => {
  const { applies, betas } = settings
  const field = bindingFieldOf(request)
  const type = textOfShape(fieldsOf(request.thinking).type)
  const isUntaken =
    (applies('field-header') && !betas.includes(controlsBeta)) ||
    (applies('field-type') && !['adaptive', 'enabled'].includes(type))
  if (!isAbsentOrNull(field) && isUntaken)
    return badRequest(`thinking.${type}.block_binding: Extra inputs are not permitted`)
  const error = refusal ?? unavailableError(request, settings)
  if (error !== null) return error
  const first = dead.find(({ reason }) => reason === 'prefix_mismatch')
  const isAllowed =
    isMismatchNoted(request, settings) || fieldsOf(field).prefix_mismatch_behavior === 'drop_block'
  return first === undefined || isAllowed
    ? null
    : badRequest(mismatchText(first, betas.includes(controlsBeta)))
}

const mismatchText = ({ path, change }: DeadReasoning, hasHeader: boolean): string =>
  [
    `${path}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation.`,
    'Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".',
    ...(hasHeader
      ? []
      : [`That setting requires the \`${controlsBeta}\` value in the \`anthropic-beta\` header.`]),
    `Changed: ${change}.`,
  ].join(' ')
