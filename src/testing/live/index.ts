export type { ModelAction } from './action.ts'
export { drive, type FakeConnection } from './drive.ts'
export type { FakeEntry } from './entry.ts'
export type {
  FakeInterruption,
  FakeOutput,
  FakeStep,
  FakeView,
  FakeViolation,
  LiveFake,
} from './fake.ts'
export { geminiLive } from './gemini/index.ts'
export { createMemory, type FakeMemory, type HeldConversation } from './memory.ts'
export { gptLive } from './openai-live/index.ts'
export { openaiRealtime } from './openai-realtime/index.ts'
export type { FakeOptions } from './options.ts'
export { type LiveServer, type ServeOptions, serveLive } from './serve.ts'
export type { ServedConnection } from './serve-socket.ts'
