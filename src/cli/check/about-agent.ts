import { selectsAll } from '../../core/context/policy/may-show.ts'
import { labelsOf } from '../../core/context/source/sources.ts'
import { isAgent } from '../../core/program/member.ts'
import { oneLine } from '../../core/text/columns.ts'
import type { Facts, StandingAgent } from './facts.ts'
import type { FindingRecorder } from './recorder.ts'
import { comesAfter, getsAnswersThroughState, seesMessagesOf } from './sees.ts'
import { describeWriters } from './words.ts'

/** Quotes a name on one line; control characters and line ends are made visible. */
export const quotedName = (text: string): string => `'${oneLine(text)}'`
export const keyOnOneLine = (text: string): string => oneLine(text)

export const lineOfKeys = (what: string, keys: readonly string[], between: string): string[] =>
  keys.length === 0 ? [] : [`${what} ${[...new Set(keys)].join(between)}`]

export const keysWrittenAt = (writes: FindingRecorder['writes'], place: string): string[] =>
  [...writes.values()].filter(write => write.place === place).map(write => keyOnOneLine(write.key))

/** Returns lines about a member's keys: each key that it reads, with the key's writers, and the keys that it writes. */
export function describeKeys({ recorder, members, inferred }: Facts, place: string): string[] {
  const reads = (recorder.sitesAt.get(place) ?? []).map(({ reference, writes, there, missing }) => {
    const from = describeWriters(writes).map(oneLine)
    const known = from.length > 0 ? `from ${from.join(', ')}` : there ? 'from outside' : 'from nobody'
    return `${keyOnOneLine(reference)} (${known}${there && missing ? ', if at all' : ''})`
  })
  const member = members.get(place)
  const how = member !== undefined && isAgent(member) && inferred.has(member) ? ' (inferred)' : ''
  const writes = lineOfKeys('writes', keysWrittenAt(recorder.writes, place), ', ')
  return [...lineOfKeys('reads', reads, '; '), ...writes.map(line => `${line}${how}`)]
}

const modes: Readonly<Record<string, string>> = {
  topology: 'the history',
  all: 'the history',
  default: 'the history',
  none: 'the current turn',
  'user-only': "the user's messages",
  'exclude-agents': 'the history without other agents',
}

const listQuotedNames = (names: readonly string[]): string => names.map(quotedName).join(', ')

/**
 * Describes the history and context blocks that an agent sees: messages of which other agents are included or missing.
 */
export function describeVisibleHistory(facts: Facts, standing: StandingAgent): string {
  const names = [...facts.named.keys()].filter(
    other => other !== standing.agent.name && comesAfter(facts, standing, other),
  )
  const seen = names.filter(other => seesMessagesOf(facts, standing, other))
  const unseen = names.filter(other => !seesMessagesOf(facts, standing, other))
  const routed = unseen.filter(other => getsAnswersThroughState(facts, other, standing))
  // The state contains only answers, so tool calls and results of an agent stay in the history.
  const callers = routed.filter(other =>
    facts.named.get(other)?.some(({ agent }) => (agent.tools ?? []).length > 0),
  )
  const { context, includeContents = 'topology' } = standing.agent
  const isSelective = context !== undefined && !selectsAll(context)
  const mode = isSelective ? 'what its context selects' : (modes[includeContents] ?? '')
  const isTopology = !isSelective && includeContents === 'topology'
  const blocks = labelsOf(context)
  return [
    `sees ${mode}`,
    ...(seen.length > 0 ? [`messages of ${listQuotedNames(seen)}`] : []),
    ...(isTopology && unseen.length > 0
      ? [`answers of ${listQuotedNames(unseen)} only through the state`]
      : []),
    ...(isTopology && callers.length > 0 ? [`tool calls of ${listQuotedNames(callers)}`] : []),
    ...(!isTopology && unseen.length > 0 ? [`no messages of ${listQuotedNames(unseen)}`] : []),
    ...(blocks.length > 0 ? [`context blocks ${blocks.map(quotedName).join(', ')}`] : []),
  ].join('; ')
}

/** Describes an agent: the keys that it reads and writes, and the history that it sees, one line each. */
export const describeAgent = (facts: Facts, standing: StandingAgent): readonly string[] => [
  ...describeKeys(facts, standing.place),
  describeVisibleHistory(facts, standing),
]
