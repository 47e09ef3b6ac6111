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

/** Reports schema keywords that ctxc cannot check, in a tool's parameters, or in `outputSchema` if the tool is null. */
export const schemaUnchecked = (
  agent: string,
  tool: string | null,
  keywords: readonly string[],
  place: string,
): Diagnostic =>
  make('CX1032', {
    message: `ctxc cannot read parts of ${tool === null ? `the output schema of '${agent}'` : `the schema of tool '${tool}' of '${agent}'`}, so it does not check them: ${keywords.slice(0, 5).join(', ')}`,
    at: [place],
    notes: ['the model is sent the schema, and every other part of it is checked'],
    help: 'write patterns as regular expressions of JavaScript that no text makes slow, and keywords as JSON Schema 2020-12 has them, or check these values yourself',
    data: { agent, tool, keywords },
  })

export const toolMalformed = (index: number, why: string): Diagnostic =>
  make('CX7022', {
    message: `tool ${index + 1} was dropped: ${why}`,
    at: [`d:tools.${index}`],
    help: 'declare the tool as the provider documents it',
    data: { index, why },
  })
