import type { Protocol } from '../profile/profile.ts'
import type { Codec, CodecOptions } from './codec.ts'
import { GeminiCodec } from './gemini.ts'
import { LiveCodec } from './openai-live.ts'
import { RealtimeCodec } from './openai-realtime.ts'

/** Codec classes by protocol. */
const codecs: Readonly<Record<Protocol, new (options: CodecOptions) => Codec>> = {
  gemini: GeminiCodec,
  'openai-realtime': RealtimeCodec,
  'openai-live': LiveCodec,
}

/** Returns a codec for one connection to a model. */
export const createCodec = (options: CodecOptions): Codec => new codecs[options.profile.protocol](options)
