import { objectOr } from '../../core/from/read.ts'
import type { Connection } from './connection.ts'
import type { McpClient, McpSubscription } from './mcp-client.ts'

type Listener = () => void

/**
 * Reports of a server that its tools or a resource changed. After a new connection, and after the end of a subscription,
 * everything counts as changed, because reports may have been missed.
 */
export class ServerChanges {
  private readonly connection: Connection
  private readonly tools = new Set<Listener>()
  private readonly resources = new Map<string, Set<Listener>>()
  private client: McpClient | null = null
  private subscription: McpSubscription | null = null
  private isOpening = false

  constructor(connection: Connection) {
    this.connection = connection
    connection.onOpen(client => {
      const isAgain = this.client !== null
      this.client = client
      this.subscription = null
      if (isAgain) report(this.tools)
      // Resources are read after the subscription, so that no change lies between them.
      void this.subscribe(client)
        .catch(() => {})
        .then(() => isAgain && this.reportResources())
    })
  }

  /** Calls a listener whenever the list of tools may have changed. */
  async onTools(listener: Listener): Promise<void> {
    this.tools.add(listener)
    await this.subscribeAgain()
  }

  /** Calls a listener whenever a resource may have changed. Rejects if the server does not report this. */
  async onResource(uri: string, listener: Listener): Promise<void> {
    const listeners = this.resources.get(uri) ?? new Set()
    this.resources.set(uri, listeners.add(listener))
    try {
      await this.subscribeAgain()
    } catch (error) {
      this.offResource(uri, listener)
      throw error
    }
  }

  offResource(uri: string, listener: Listener): void {
    const listeners = this.resources.get(uri)
    listeners?.delete(listener)
    if (listeners?.size === 0) this.resources.delete(uri)
  }

  /** Opens a subscription that has ended. */
  renew(): void {
    const isEnded = this.client?.getProtocolEra?.() === 'modern' && this.subscription === null
    if (!isEnded || this.isOpening) return
    void this.subscribeAgain()
      .then(() => this.reportAll())
      .catch(() => {})
  }

  private async subscribeAgain(): Promise<void> {
    this.isOpening = true
    try {
      await this.connection.requestWithReconnect(true, client => this.subscribe(client))
    } finally {
      this.isOpening = false
    }
  }

  private async subscribe(client: McpClient): Promise<void> {
    const uris = [...this.resources.keys()]
    if (this.tools.size > 0)
      client.setNotificationHandler?.('notifications/tools/list_changed', () => report(this.tools))
    if (uris.length > 0)
      client.setNotificationHandler?.('notifications/resources/updated', ({ params }) =>
        report(this.resources.get(String(objectOr(params).uri))),
      )
    if (client.getProtocolEra?.() === 'modern') await this.openSubscription(client, uris)
    else for (const uri of uris) await client.subscribeResource?.({ uri })
  }

  /** Opens the subscription of a connection, which replaces an earlier one. */
  private async openSubscription(client: McpClient, uris: string[]): Promise<void> {
    if (this.tools.size + uris.length === 0) return
    const opened = await client.listen?.({
      ...(this.tools.size > 0 && { toolsListChanged: true }),
      ...(uris.length > 0 && { resourceSubscriptions: uris }),
    })
    const earlier = this.subscription
    this.subscription = opened ?? null
    void earlier?.close().catch(() => {})
    void opened?.closed.then(() => {
      if (this.subscription !== opened) return
      this.subscription = null
      this.reportAll()
    })
    const honored = objectOr(opened?.honoredFilter).resourceSubscriptions
    const refused = uris.find(uri => !Array.isArray(honored) || !honored.includes(uri))
    if (refused !== undefined) throw new Error(`the server does not report changes of '${refused}'`)
  }

  private reportAll(): void {
    report(this.tools)
    this.reportResources()
  }

  private reportResources(): void {
    for (const listeners of this.resources.values()) report(listeners)
  }
}

function report(listeners: ReadonlySet<Listener> | undefined): void {
  for (const listener of [...(listeners ?? [])]) listener()
}
