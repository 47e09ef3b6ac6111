export type { ModelCall, ModelClient, ModelPart } from '../../models/model-client.ts'
export { type AISDKModelOptions, aiSdkModel } from './client.ts'
export type { Download, DownloadedFile } from './download.ts'
export type { LanguageModel, PartReader, PartStream } from './language-model.ts'
