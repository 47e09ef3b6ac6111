export type {
  AnthropicFacts,
  FakeOptions,
  FakeProvider,
  FakeResponse,
  FakeTarget,
  GeminiFacts,
  OpenAIFacts,
  ProviderFacts,
  SamplingFact,
  Violation,
} from './fake/index.ts'
export { fakeProvider } from './fake/index.ts'
export type { Fields } from './fake/shape.ts'
export { type StoreMaker, type StoreTest, testStore } from './store.ts'
