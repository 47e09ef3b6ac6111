export { type AISDKModelOptions, aiSdkModel } from './ai-sdk-model.ts'
export type { LanguageModel, PartReader, PartStream } from './language-model.ts'
