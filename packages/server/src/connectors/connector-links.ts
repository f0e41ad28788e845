import { join } from 'node:path'
import type { CheckInput, Clock, TenantId } from '@repertoire/core'
import type { Logger } from 'pino'
import { type ConnectorDefinition, isFor } from './connector-definition.ts'
import { ConnectorLink } from './connector-link.ts'
import { connectorFailed } from './connector-problems.ts'
import { createInputChecker } from './input-checker.ts'

const idleMilliseconds = 5 * 60_000
const mostOpen = 32

export interface ConnectorLinksOptions {
  /** Where each local process gets a folder of its own. */
  readonly dataDir: string
  /** Of this software. */
  readonly version: string
  readonly clock: Clock
  readonly logger: Pick<Logger, 'warn'>
  /** Connections that may stand at the same time. */
  readonly maximumOpen?: number
}

/**
 * The connections of this process: one for each organisation and connector, so that what a server remembers
 * of one organisation is never told to another.
 */
export class ConnectorLinks {
  readonly #options: ConnectorLinksOptions
  readonly #checker = createInputChecker()
  readonly #links = new Map<string, { readonly tenantId: TenantId; readonly link: ConnectorLink }>()

  constructor(options: ConnectorLinksOptions) {
    this.#options = options
  }

  find(tenantId: TenantId, name: string): ConnectorLink | undefined {
    return this.#links.get(keyOf(tenantId, name))?.link
  }

  findOrMake(tenantId: TenantId, definition: ConnectorDefinition): ConnectorLink {
    const { name } = definition
    const existing = this.find(tenantId, name)
    if (existing) return existing
    const { logger, dataDir, clock, version } = this.#options
    const link = new ConnectorLink({
      ...{ definition, clock, version },
      home: join(dataDir, 'connectors', tenantId, name),
      onTrouble: (reason) =>
        logger.warn({ connector: name, tenantId, reason }, 'connector trouble'),
    })
    this.#links.set(keyOf(tenantId, name), { tenantId, link })
    return link
  }

  /** Ends those whose connector was changed, taken away, or taken from their organisation. */
  keepOnly(definitions: readonly ConnectorDefinition[]): void {
    const current = new Map(definitions.map((one) => [one.name, one]))
    for (const { tenantId, link } of this.#links.values()) {
      const { name, fingerprint } = link.definition
      const now = current.get(name)
      const stays = now?.fingerprint === fingerprint && isFor(now, tenantId)
      if (!stays) void this.#end(link)
    }
  }

  /** At most so many are open at once: the one that was unused longest makes room. */
  async makeRoomFor(link: ConnectorLink): Promise<void> {
    const { maximumOpen = mostOpen } = this.#options
    if (link.isOpen) return
    const open = this.#all().filter((one) => one.isOpen)
    if (open.length < maximumOpen) return
    const [oldest] = open.filter((one) => !one.isBusy).sort((a, b) => a.lastUsedAt - b.lastUsedAt)
    if (!oldest) {
      throw connectorFailed(link.definition.name, 'too many connectors are at work at once', 5)
    }
    await this.#end(oldest)
  }

  /** Ends those that nobody has used for some minutes. */
  async closeIdle(): Promise<void> {
    const since = this.#options.clock.now() - idleMilliseconds
    const idle = this.#all().filter(
      (link) => link.isOpen && !link.isBusy && link.lastUsedAt <= since,
    )
    await Promise.all(idle.map((link) => this.#end(link)))
  }

  /** Whether an input fits a tool's own schema; in a process apart, since a stranger wrote it. */
  get checkInput(): CheckInput {
    return this.#checker.checkInput
  }

  async closeAll(): Promise<void> {
    this.#checker.close()
    await Promise.all(this.#all().map((link) => this.#end(link)))
  }

  #all(): ConnectorLink[] {
    return [...this.#links.values()].map(({ link }) => link)
  }

  async #end(link: ConnectorLink): Promise<void> {
    for (const [key, one] of this.#links) if (one.link === link) this.#links.delete(key)
    try {
      await link.close()
    } catch (error) {
      const { name } = link.definition
      this.#options.logger.warn({ connector: name, err: error }, 'a connector did not end well')
    }
  }
}

const keyOf = (tenantId: TenantId, name: string) => `${tenantId}\0${name}`
