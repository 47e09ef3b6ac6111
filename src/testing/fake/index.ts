export type { AnthropicFacts, GeminiFacts, OpenAIFacts, ProviderFacts, SamplingFact } from './facts.ts'
export type { FakeOptions, FakeProvider, FakeResponse, FakeTarget } from './provider.ts'
export { fakeProvider } from './provider.ts'
export type { Violation } from './violation.ts'
