import type { LiveFake } from './fake.ts'
import { geminiLive as gemini } from './gemini/index.ts'
import { gptLive as live } from './openai-live/index.ts'
import { openaiRealtime as realtime } from './openai-realtime/index.ts'

export type { ModelAction } from './action.ts'
export { drive, type FakeConnection } from './drive.ts'
export type {
  FakeInterruption,
  FakeOutput,
  FakeStep,
  FakeView,
  FakeViolation,
  LiveFake,
} from './fake.ts'
export { createMemory, type FakeMemory, type HeldConversation } from './memory.ts'
export type { FakeOptions } from './options.ts'
export { type LiveServer, type ServeOptions, serveLive } from './serve.ts'
export type { ServedConnection } from './serve-socket.ts'
export type { FakeEntry } from './shape.ts'

/** Opaque state of a fake server. Pass it to the fake's next call, and inspect it with `view`. */
export interface FakeState {
  readonly violations: readonly unknown[]
}

/** Fake server of the Gemini Live API. */
export const geminiLive = gemini as unknown as LiveFake<FakeState>
/** Fake server of the OpenAI Realtime API. */
export const openaiRealtime = realtime as unknown as LiveFake<FakeState>
/** Fake server of OpenAI GPT-Live. */
export const gptLive = live as unknown as LiveFake<FakeState>
