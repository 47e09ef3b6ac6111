import { type Fields, fieldsOf, isAbsentOrNull, isFields, listOfShape } from '../shape.ts'
import type { Check } from './check.ts'
import { isThinking } from './turn.ts'

/**
 * Checks cache marks (`cache_control`): at most four, one-hour marks before five-minute marks, none on thinking, none
 * on a deferred tool. The automatic mark (top-level `cache_control`) must agree with the mark of the last block.
 * Source: prompt-caching page, issues (for the last rule: vellum-ai/vellum-assistant#23414,
 * router-for-me/CLIProxyAPI#4561).
 */
export const checkCache = ({ request, turns, report }: Check): void => {
  const placed = turns.flatMap(turn => turn.placed)
  const listed = (list: unknown, path: string): Marked[] =>
    listOfShape(list).map((block, index) => ({ block: fieldsOf(block), path: `${path}.${index}` }))
  const marked: readonly Marked[] = [
    ...listed(request.tools, 'tools'),
    ...listed(request.system, 'system'),
    ...placed.flatMap(({ block, path }) => [...listed(block.content, `${path}.content`), { block, path }]),
    { block: request, path: '' },
  ].filter(({ block }) => !isAbsentOrNull(block.cache_control))
  if (marked.length > 4) {
    const text = `A maximum of 4 blocks with cache_control may be provided. Found ${marked.length}.`
    report('cache-control', '', text)
  }
  checkDeferredMarks(marked, report)
  checkMarkLifetimes(marked, request, report)
  checkAutomaticMark(request, placed.at(-1)?.block, report)
  for (const { block, type, path, pointer } of placed.filter(isThinking)) {
    if (isAbsentOrNull(block.cache_control)) continue
    report('cache-control', pointer, `${path}.${type}.cache_control: Extra inputs are not permitted`)
  }
}

/** Content block, tool or system block with a cache mark, in the order in which the API reads the request. */
interface Marked {
  readonly block: Fields
  readonly path: string
}

const checkDeferredMarks = (marked: readonly Marked[], report: Check['report']): void => {
  for (const { block, path } of marked) {
    if (block.defer_loading !== true) continue
    const text = `Tool '${String(block.name)}' cannot have both defer_loading=true and cache_control set.`
    report(
      'cache-control',
      `/${path.replaceAll('.', '/')}`,
      `${text} Tools with defer_loading cannot use prompt caching.`,
    )
  }
}

const checkMarkLifetimes = (marked: readonly Marked[], request: Fields, report: Check['report']): void => {
  let isShort = false
  for (const { block, path } of marked) {
    const { type, ttl } = fieldsOf(block.cache_control)
    if (!isFields(block.cache_control) || type !== 'ephemeral') {
      report('cache-control', '', "cache_control.type: Input should be 'ephemeral'")
    } else if (!isAbsentOrNull(ttl) && ttl !== '5m' && ttl !== '1h') {
      report('cache-control', '', "cache_control.ephemeral.ttl: Input should be '5m' or '1h'")
    } else if (ttl === '1h' && isShort && block !== request) {
      report(
        'cache-control',
        '',
        `${path}.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that ` +
          'blocks are processed in the following order: `tools`, `system`, `messages`.',
      )
    }
    isShort ||= ttl !== '1h'
  }
}

/** Checks that the automatic cache mark agrees with the mark of the last block, to which the API applies it. */
const checkAutomaticMark = (request: Fields, block: Fields | undefined, report: Check['report']): void => {
  const last = fieldsOf(block?.cache_control)
  const automatic = fieldsOf(request.cache_control)
  const ttlOf = ({ ttl }: Fields): unknown => ttl ?? '5m'
  if (last.type !== undefined && automatic.type !== undefined && ttlOf(last) !== ttlOf(automatic)) {
    report(
      'cache-control',
      '/cache_control',
      `Top-level cache_control has ttl='${ttlOf(automatic)}' but the target block already has cache_control with ` +
        `ttl='${ttlOf(last)}'`,
    )
  }
}
