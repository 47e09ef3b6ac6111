export { type DriverMaker, type DriverTest, testDriver } from './driver/test-driver.ts'
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
export {
  type Script,
  type ScriptedAnswer,
  type ScriptedCall,
  type ScriptedModel,
  type ScriptedRequest,
  scriptedModel,
} from './scripted-model.ts'
export type { ServedAPI, ServedScript } from './served/answer-request.ts'
export { type ServedProvider, type ServedRequest, serveProvider } from './served/serve-provider.ts'
export { type StoreMaker, type StoreTest, testStore } from './store/index.ts'
