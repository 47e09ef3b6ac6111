import { check, isText, listOf, objectCheck, oneOf, text, trueOrFalse } from '../form/check.ts'
import { Path } from '../form/path.ts'
import type { EventInput } from '../ir/event.ts'
import { type PiiKind, piiKinds } from './detect/pii/pii-rules.ts'
import type { AsyncDetector, Detector } from './detector.ts'
import { joinedFindings, type Redaction, type RedactionFinds } from './redaction.ts'
import { SessionGuard } from './session/session-guard.ts'
import { ValueRemover } from './session/value-remover.ts'

/** Options of `redact`. */
export interface RedactOptions {
  /** Whether secrets are found; true by default. */
  readonly secrets?: boolean
  /** Kinds of personal data; none by default. Names and postal addresses have no format and are not found. */
  readonly pii?: readonly PiiKind[]
  /** Patterns of values. They run on untrusted text, so avoid patterns that backtrack. */
  readonly patterns?: readonly RegExp[]
  /** Names of fields whose values are replaced, wherever they occur. */
  readonly fields?: readonly string[]
  /** Your own detectors, synchronous or async. */
  readonly detectors?: readonly (Detector | AsyncDetector)[]
  /** Handling of a text on which a detector failed: withhold it (the default), or send it unchecked. */
  readonly onDetectorError?: 'withhold' | 'send'
  /**
   * Whether a runner replaces values with `[removed:KIND]` before it stores events. The values are then lost, for tools
   * too. False by default: the session keeps its events unchanged.
   */
  readonly store?: boolean
}

const pattern = check('a regular expression', value => value instanceof RegExp)
const detector = check(
  'a detector: { id, version, find }, or { id, version, findLater }',
  value =>
    isText((value as Detector | null)?.id) &&
    isText((value as Detector).version) &&
    (typeof (value as Detector).find === 'function' ||
      typeof (value as AsyncDetector).findLater === 'function'),
)
const options = objectCheck({
  secrets: trueOrFalse,
  pii: listOf(oneOf(piiKinds)),
  patterns: listOf(pattern),
  fields: listOf(text),
  detectors: listOf(detector),
  onDetectorError: oneOf(['withhold', 'send']),
  store: trueOrFalse,
})

const removerFor = (findings: RedactionFinds): ((event: EventInput) => EventInput) => {
  const remover = new ValueRemover(findings)
  return event => remover.remove(event)
}

/**
 * Returns a redaction for `protect` of an agent or of a compile: secrets are replaced by placeholders such as
 * `[secret:github-token:1]` in every request, also where they are encoded. The session keeps its events unchanged.
 *
 * Throws a TypeError that names the place of a malformed option.
 *
 * @example
 * import { compile, createSession } from 'ctxc'
 * import { redact } from 'ctxc/protect'
 *
 * const session = createSession({ events: [{ author: 'user', text: 'My code is tulip-41.' }] })
 * const protect = [redact({ patterns: [/tulip-\d+/] })]
 * const { request } = await compile({ name: 'helper' }, session, { model: 'gpt-5.4', protect })
 * console.log(JSON.stringify(request).includes('tulip')) // false
 */
export function redact(given: RedactOptions = {}): Redaction {
  const at = Path.options('redact')
  options(given, at)
  const { secrets = true, pii = [], patterns = [], fields: names = [] } = given
  const { detectors = [], onDetectorError = 'withhold', store = false } = given
  if (store && detectors.some(one => 'findLater' in one))
    throw at.in('detectors').wrong('has one that answers later, but store: true waits for none', {
      help: 'remove store, or use detectors with find',
    })
  return Object.freeze({
    ...{ kind: 'redact', secrets, pii, patterns, fields: names, detectors, onDetectorError },
    ...(store && { remover: all => removerFor(joinedFindings(all as readonly Redaction[])) }),
    isLate: detectors.some(each => !('find' in each)),
    guard: (all, { waits = true } = {}) =>
      new SessionGuard(joinedFindings(all as readonly Redaction[]), waits),
  } satisfies Redaction)
}
