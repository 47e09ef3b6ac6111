import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

export const toolsImpossible = (model: string): Diagnostic =>
  make('CX7017', {
    message: `'${model}' takes no tools in Chat Completions`,
    at: ['d:tools'],
    help: "use target: 'openai', the Responses API",
  })

export const functionsImpossible = (model: string): Diagnostic =>
  make('CX7017', {
    message: `'${model}' takes no functions`,
    at: ['d:tools'],
    help: 'use a model that does, or leave the tools out',
  })

export const toolMalformed = (index: number, why: string): Diagnostic =>
  make('CX7022', {
    message: `tool ${index + 1} was dropped: ${why}`,
    at: [`d:tools.${index}`],
    help: 'declare it as the provider documents it',
    data: { index, why },
  })
