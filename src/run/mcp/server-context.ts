import { listOr, objectOr, stringOr } from '../../core/from/read.ts'
import type { EventInput } from '../../core/ir/event.ts'
import type { ResultContent } from '../../core/ir/result.ts'
import { digest } from '../../core/text/digest.ts'
import { toJson } from '../../core/text/json.ts'
import { boundContent } from '../runner/tools/bound-result.ts'
import { mostCharacters, visibleText } from './clean-text.ts'
import type { Connection } from './connection.ts'
import { listPages } from './list-pages.ts'
import type { McpClient, McpRequestOptions } from './mcp-client.ts'
import { readMcpBlock } from './read-block.ts'
import type { ServerChanges } from './server-changes.ts'

/** Resource of a server. */
export interface McpResource {
  readonly uri: string
  readonly name: string
  readonly description: string
  /** Media type that the server claims; '' for none. */
  readonly mediaType: string
}

/** Prompt of a server. */
export interface McpPrompt {
  readonly name: string
  readonly description: string
  readonly arguments: readonly {
    readonly name: string
    readonly description: string
    readonly isRequired: boolean
  }[]
}

/** Maximum number of resources and of prompts that are read. */
const mostEntries = 1_000

/** Reads a server's resources and prompts, as texts of an outsider. */
export class ServerContext {
  private readonly connection: Connection
  private readonly changes: () => ServerChanges
  private readonly server: string
  private readonly limits: { readonly timeout: number; readonly characters: number }

  constructor(
    connection: Connection,
    changes: () => ServerChanges,
    server: string,
    limits: { readonly timeout: number; readonly characters: number },
  ) {
    this.connection = connection
    this.changes = changes
    this.server = server
    this.limits = limits
  }

  async resources(): Promise<readonly McpResource[]> {
    const listed = await this.list('resources', 'listResources')
    return listed.map(objectOr).flatMap(({ uri, name, title, description, mimeType }) =>
      isPlain(uri)
        ? [
            {
              ...{ uri, name: shortText(name) || shortText(title) },
              ...{ description: longText(description), mediaType: shortText(mimeType) },
            },
          ]
        : [],
    )
  }

  async prompts(): Promise<readonly McpPrompt[]> {
    const listed = await this.list('prompts', 'listPrompts')
    return listed.map(objectOr).flatMap(({ name, title, description, arguments: given }) =>
      isPlain(name)
        ? [
            {
              ...{ name, description: longText(description) || shortText(title) },
              arguments: listOr(given)
                .map(objectOr)
                .flatMap(each =>
                  isPlain(each.name)
                    ? [
                        {
                          ...{ name: each.name, description: longText(each.description) },
                          isRequired: each.required === true,
                        },
                      ]
                    : [],
                ),
            },
          ]
        : [],
    )
  }

  async readResource(uri: string, change = ''): Promise<EventInput> {
    const { timeout } = this.limits
    const { contents } = objectOr(
      await this.request('readResource', { uri }, { timeout, cacheMode: 'refresh' }),
    )
    const read = listOr(contents)
      .map(resource => readMcpBlock({ type: 'resource', resource }))
      .flatMap(part => asTexts(part, uri))
    const head = read.length === 0 ? 'is empty' : `${change}is:`
    return this.event(`The resource ${oneLineOf(uri)} of the server '${this.server}' ${head}`, read)
  }

  /**
   * Calls `onRead` with a resource, and again whenever its content changed. Resolves after the first call. Returns a
   * function that ends this.
   */
  async watchResource(uri: string, onRead: (event: EventInput) => void): Promise<() => void> {
    const changes = this.changes()
    let known: string | null = null
    let isOld = false
    let isReading = true
    let isEnded = false
    const read = async (): Promise<void> => {
      isOld = false
      const event = await this.readResource(uri, known === null ? '' : 'has changed. Now it ')
      const now = digest(toJson(event.parts?.slice(1)))
      if (now !== known && !isEnded) onRead(event)
      known = now
    }
    const readAgain = async (): Promise<void> => {
      isReading = true
      // After a failure, the next report reads the resource again.
      while (isOld && !isEnded) await read().catch(() => {})
      isReading = false
    }
    const listener = (): void => {
      isOld = true
      if (!isReading) void readAgain()
    }
    const end = (): void => {
      isEnded = true
      changes.offResource(uri, listener)
    }
    // The first reading follows the subscription, so that no change lies between them.
    await changes.onResource(uri, listener)
    try {
      await read()
    } catch (error) {
      end()
      throw error
    }
    void readAgain()
    return end
  }

  async readPrompt(name: string, given: Readonly<Record<string, string>> = {}): Promise<EventInput> {
    const { messages } = objectOr(
      await this.request('getPrompt', { name, arguments: given }, { timeout: this.limits.timeout }),
    )
    const parts = listOr(messages)
      .map(objectOr)
      .flatMap(({ role, content }): readonly ResultContent[] => [
        { kind: 'text', text: role === 'assistant' ? 'assistant:' : 'user:' },
        ...asTexts(readMcpBlock(content), ''),
      ])
    const head = parts.length === 0 ? 'is empty' : 'is:'
    return this.event(`The prompt ${oneLineOf(name)} of the server '${this.server}' ${head}`, parts)
  }

  private event(head: string, parts: readonly ResultContent[]): EventInput {
    const bounded = boundContent(parts, this.limits.characters)
    const all = [{ kind: 'text' as const, text: head }, ...bounded]
    return {
      author: 'user',
      trust: 'external',
      visibility: 'internal',
      parts: all as EventInput['parts'] & object,
    }
  }

  private async list(
    field: 'resources' | 'prompts',
    method: 'listResources' | 'listPrompts',
  ): Promise<readonly unknown[]> {
    const { timeout } = this.limits
    return listPages(
      this.connection,
      {
        ...{ field, most: mostEntries, timeout },
        request: (client, page, options) => callMethod(client, method, page, options),
      },
      () => {},
    )
  }

  private request(
    method: 'readResource' | 'getPrompt',
    parameters: object,
    options: McpRequestOptions,
  ): Promise<object> {
    return this.connection.requestWithReconnect(true, client =>
      callMethod(client, method, parameters, options),
    )
  }
}

/** Methods of a client by which resources and prompts are read. */
type ContextMethod = 'listResources' | 'listPrompts' | 'readResource' | 'getPrompt'

function callMethod(
  client: McpClient,
  method: ContextMethod,
  parameters: object,
  options: McpRequestOptions,
): Promise<object> {
  const call = client[method] as
    | ((parameters: object, options: McpRequestOptions) => Promise<object>)
    | undefined
  if (call === undefined) throw new TypeError(`the client has no method '${method}'`)
  return call.call(client, parameters, options)
}

/**
 * Returns a part as texts, but for a binary file: only texts of a message are fenced. `known` is the address that the
 * event names already.
 */
function asTexts(part: ResultContent, known: string): readonly ResultContent[] {
  if (part.kind === 'data') return [{ kind: 'text', text: toJson(part.value) }]
  if (part.kind !== 'file' || part.source.type !== 'text') return [part]
  const { name = known, source } = part
  const head = name === known ? [] : [{ kind: 'text' as const, text: `${oneLineOf(name)}:` }]
  return [...head, { kind: 'text', text: source.text }]
}

const shortText = (text: unknown): string => visibleText(stringOr(text), mostCharacters.schemaText)
const longText = (text: unknown): string => visibleText(stringOr(text), mostCharacters.description)
const oneLineOf = (text: string): string => visibleText(text, mostCharacters.schemaText).replaceAll('\n', ' ')

/** Whether a value is a name without invisible characters. A changed name would name something else. */
const isPlain = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && visibleText(value, mostCharacters.description) === value
