import { join } from 'node:path'
import type { TenantId } from '@repertoire/core/base'
import type { CheckInput, Clock } from '@repertoire/core/ports'
import type { Logger } from 'pino'
import { createInputChecker } from '../../platform/input-check/input-checker.ts'
import { ConnectorClient } from './connector-client.ts'
import { type ConnectorDefinition, isAvailableTo } from './connector-definition.ts'
import { connectorFailed } from './connector-problems.ts'

const idleTimeoutMs = 5 * 60_000
const defaultMaxConnections = 32

export interface ConnectorPoolOptions {
  /** Parent of the working folders of local processes. */
  readonly dataDir: string
  /** Version of this software. */
  readonly version: string
  /** What a connector of an organisation may reach besides the public Internet. */
  readonly outboundAllow?: readonly string[]
  readonly clock: Clock
  readonly logger: Pick<Logger, 'warn'>
  /** Limit of open connections. */
  readonly maxConnections?: number
}

/** The connectors as they are now: all of the file, and those that one organisation added. */
interface CurrentConnectors {
  readonly file: readonly ConnectorDefinition[]
  readonly stored: readonly ConnectorDefinition[]
  readonly tenantId: TenantId
}

/**
 * The connections of this process, one for each organisation and connector, so that a server's state never
 * leaks from one organisation to another.
 */
export class ConnectorPool {
  readonly #options: ConnectorPoolOptions
  readonly #checker = createInputChecker()
  readonly #clients = new Map<
    string,
    { readonly tenantId: TenantId; readonly client: ConnectorClient }
  >()

  constructor(options: ConnectorPoolOptions) {
    this.#options = options
  }

  find(tenantId: TenantId, name: string): ConnectorClient | undefined {
    return this.#clients.get(keyOf(tenantId, name))?.client
  }

  getOrCreate(tenantId: TenantId, definition: ConnectorDefinition): ConnectorClient {
    const { name } = definition
    const existing = this.find(tenantId, name)
    if (existing) return existing
    const { logger, dataDir, clock, version, outboundAllow = [] } = this.#options
    const client = new ConnectorClient({
      ...{ definition, clock, version, outboundAllow },
      workDir: join(dataDir, 'connectors', tenantId, name),
      onError: (reason) => logger.warn({ connector: name, tenantId, reason }, 'connector error'),
    })
    this.#clients.set(keyOf(tenantId, name), { tenantId, client })
    return client
  }

  /** Closes clients whose connector was changed, removed, or withdrawn from their organisation. */
  closeStale({ file, stored, tenantId }: CurrentConnectors): void {
    const ofFile = new Map(file.map((one) => [one.name, one]))
    const ofTenant = new Map(stored.map((one) => [one.name, one]))
    for (const { tenantId: owner, client } of this.#clients.values()) {
      const { name, fingerprint, stored: added } = client.definition
      // What another organisation added is looked at when that one asks.
      if (added && owner !== tenantId) continue
      const now = (added ? ofTenant : ofFile).get(name)
      const stays = now?.fingerprint === fingerprint && isAvailableTo(now, owner)
      if (!stays) void this.#close(client)
    }
  }

  /** Closes the least recently used idle connection when the limit is reached. */
  async evictFor(client: ConnectorClient): Promise<void> {
    const { maxConnections = defaultMaxConnections } = this.#options
    if (client.isOpen) return
    const open = this.#all().filter((one) => one.isOpen)
    if (open.length < maxConnections) return
    const [oldest] = open.filter((one) => !one.isBusy).sort((a, b) => a.lastUsedAt - b.lastUsedAt)
    if (!oldest) {
      throw connectorFailed(client.definition.name, 'too many connectors are in use at once', 5)
    }
    await this.#close(oldest)
  }

  /** Closes connections that were idle for some minutes. */
  async closeIdle(): Promise<void> {
    const since = this.#options.clock.now() - idleTimeoutMs
    const idle = this.#all().filter(
      (client) => client.isOpen && !client.isBusy && client.lastUsedAt <= since,
    )
    await Promise.all(idle.map((client) => this.#close(client)))
  }

  /** Whether an input matches a tool's schema. Runs in a separate process, because the schema is untrusted. */
  get checkInput(): CheckInput {
    return this.#checker.checkInput
  }

  async closeAll(): Promise<void> {
    this.#checker.close()
    await Promise.all(this.#all().map((client) => this.#close(client)))
  }

  #all(): ConnectorClient[] {
    return [...this.#clients.values()].map(({ client }) => client)
  }

  async #close(client: ConnectorClient): Promise<void> {
    for (const [key, one] of this.#clients) if (one.client === client) this.#clients.delete(key)
    try {
      await client.close()
    } catch (error) {
      const { name } = client.definition
      this.#options.logger.warn({ connector: name, err: error }, 'a connector could not be closed')
    }
  }
}

const keyOf = (tenantId: TenantId, name: string) => `${tenantId}\0${name}`
