import type { Diagnostic } from '../../../src/index.ts'
import { live, profiles, replayLive, startLive } from '../../../src/live/index.ts'
import { variant } from './variant.ts'

const host = live({
  ...{ name: 'host', model: 'gpt-realtime', instruction: 'Help.' },
  tools: [{ name: 'pay', parameters: { type: 'object' }, execute: () => 'paid' }],
})

const started = [{ type: 'start' }, { type: 'opened' }, { type: 'ready' }] as const

async function replayed(
  config: typeof host,
  ...events: readonly object[]
): Promise<{
  diagnostics: ReturnType<typeof replayLive> extends Iterable<infer Step>
    ? Step extends { diagnostics: infer D }
      ? D
      : never
    : never
}> {
  const records = [...started, ...events].map(event => ({ at: 0, event }))
  const steps = [...replayLive(config, profiles['gpt-realtime'], records as never)]
  return { diagnostics: steps.flatMap(({ diagnostics }) => diagnostics) }
}

/** Returns what a conversation reports whose client has transcription off. */
async function unwritten(): Promise<{ diagnostics: readonly Diagnostic[] }> {
  const socket = { onopen: null, onmessage: null, onclose: null, onerror: null, readyState: 0 }
  const talk = startLive(host, {
    connect: () => ({ ...socket, transcription: null, send: () => {}, close: () => {} }),
  })
  for await (const report of talk) if (report.type === 'note') return { diagnostics: [report.diagnostic] }
  return { diagnostics: [] }
}

/** Texts of live conversations. */
export const liveVariants = [
  variant('CX8005', 'an id that is in use', () =>
    replayed(
      host,
      { type: 'called', id: 'c1', name: 'pay', args: {} },
      { type: 'called', id: 'c1', name: 'pay', args: {} },
    ),
  ),
  variant('CX8005', 'a tool that is not declared', () =>
    replayed(host, { type: 'called', id: 'c1', name: 'refund', args: {} }),
  ),
  variant('CX8005', 'the tool to which a voice hands over its work', () =>
    replayed(host, { type: 'called', id: 'c1', name: 'delegation', args: {} }),
  ),
  variant('CX8014', 'transcription that the app switched off', unwritten),
]
