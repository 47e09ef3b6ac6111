import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

export const toolsImpossible = (model: string): Diagnostic =>
  make('CX7017', {
    message: `'${model}' accepts no tools in Chat Completions, so there is no request`,
    at: ['d:tools'],
    help: "use target: 'openai' (the Responses API)",
  })

export const functionsImpossible = (model: string): Diagnostic =>
  make('CX7017', {
    message: `'${model}' accepts no functions, so there is no request`,
    at: ['d:tools'],
    help: 'use a model that accepts functions, or remove the tools',
  })

export const toolMalformed = (index: number, why: string): Diagnostic =>
  make('CX7022', {
    message: `tool ${index + 1} was dropped: ${why}`,
    at: [`d:tools.${index}`],
    help: 'declare the tool as the provider documents it',
    data: { index, why },
  })
