export type { ModelAction } from './action.ts'
export type {
  FakeEntry,
  FakeInterruption,
  FakeOutput,
  FakeStep,
  FakeView,
  FakeViolation,
  LiveFake,
} from './fake.ts'
export { geminiLive } from './gemini/index.ts'
export { createMemory, type FakeMemory, type HeldConversation } from './memory.ts'
export type { FakeOptions } from './options.ts'
