import type { Codec, CodecOptions } from './codec.ts'
import { GeminiCodec } from './gemini.ts'
import { LiveCodec } from './openai-live.ts'
import { RealtimeCodec } from './openai-realtime.ts'

/** Returns the codec of one connection to a model. */
export function codecFor(options: CodecOptions): Codec {
  const { protocol } = options.profile
  if (protocol === 'gemini') return new GeminiCodec(options)
  return protocol === 'openai-realtime' ? new RealtimeCodec(options) : new LiveCodec(options)
}
