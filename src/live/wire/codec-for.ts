import type { Profile } from '../profile/profile.ts'
import type { Codec, CodecOptions } from './codec.ts'
import { GeminiCodec } from './gemini.ts'
import { LiveCodec } from './openai-live.ts'
import { RealtimeCodec } from './openai-realtime.ts'

/** Returns the codec of one connection to a model. */
export function codecFor({ protocol }: Profile, options: CodecOptions): Codec {
  if (protocol === 'gemini') return new GeminiCodec(options)
  return protocol === 'openai-realtime' ? new RealtimeCodec(options) : new LiveCodec(options)
}
