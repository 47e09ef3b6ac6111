import { listOr, objectOr, type Raw, stringOr } from '../../core/from/read.ts'

/** Instruction and tools of a session, in a form that can be compared. A field that is not compared is undefined. */
export interface Steered {
  readonly instruction?: string | undefined
  readonly tools?: string | undefined
}

/**
 * Returns the settings in a form that can be compared. An empty instruction is not compared, because the server then
 * reports its default. White space and broken characters are normalized, because the server may change them.
 */
export const comparableSettings = (
  instruction: string | undefined,
  tools: readonly string[] | undefined,
): Steered => ({
  instruction: instruction?.toWellFormed().replace(/\s+/g, ' ').trim() || undefined,
  tools: tools && JSON.stringify(tools.toSorted()),
})

export const readSteeredSettings = ({ instructions, tools }: Raw): Steered =>
  comparableSettings(
    typeof instructions === 'string' ? instructions : undefined,
    Array.isArray(tools) ? listOr(tools).map(tool => stringOr(objectOr(tool).name)) : undefined,
  )

/** Whether a report answers an update: with the requested settings, or with others that the server chose. */
export const isUpdateReply = (shown: Steered, asked: Steered, before: Steered): boolean => {
  const fields = (['instruction', 'tools'] as const).filter(field => asked[field] !== undefined)
  const isShown = fields.every(field => shown[field] === undefined || shown[field] === asked[field])
  return isShown || fields.some(field => shown[field] !== before[field])
}
