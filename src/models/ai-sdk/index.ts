export type { ModelCall, ModelClient, ModelPart } from '../model-client.ts'
export { type AISDKModelOptions, aiSdkModel } from './ai-sdk-model.ts'
export type { Download, DownloadedFile } from './download.ts'
export type { LanguageModel, PartReader, PartStream } from './language-model.ts'
