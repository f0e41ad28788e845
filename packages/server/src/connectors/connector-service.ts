import type { CallToolResult } from '@modelcontextprotocol/client'
import {
  type Connector,
  type ConnectorHub,
  isProblemError,
  type Principal,
  ProblemError,
  type TenantId,
  unknownConnector,
} from '@repertoire/core'
import type { ConnectorClient } from './connector-client.ts'
import type { ConnectorConfig } from './connector-config.ts'
import {
  type BrokenConnector,
  type ConnectorDefinition,
  isAvailableTo,
} from './connector-definition.ts'
import type { ConnectorPool, ConnectorPoolOptions } from './connector-pool.ts'
import {
  connectorChanged,
  connectorFailed,
  invalidToolInput,
  invalidToolSchema,
  toolFailed,
  toolNotFound,
} from './connector-problems.ts'
import type { ToolList } from './connector-tools.ts'
import type { ConnectionStatus } from './reconnecting-connection.ts'
import { type ToolOutput, toToolOutput } from './tool-output.ts'

/** A connector as it is shown to people. Contains no secrets. */
export interface ConnectorOverview {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Null, like the endpoint, when its entry in the file cannot be used. */
  readonly kind: 'command' | 'http' | null
  readonly endpoint: string | null
  /** Whether strangers can read what it is sent; null: the operator has not said. */
  readonly openWorld: boolean | null
  /** `idle`: not connected, because nobody needed it lately. */
  readonly status: ConnectionStatus | 'misconfigured'
  readonly problem: string | null
  readonly toolCount: number | null
  /** Number of tools that were skipped because of their names or their size. */
  readonly omittedTools: number
}

/** The connectors of this process. */
export interface ConnectorService extends ConnectorHub {
  /** Sorted by name, unusable ones included. `problem` concerns the file as a whole. */
  overview(tenantId: TenantId): Promise<{
    readonly connectors: readonly ConnectorOverview[]
    readonly problem: string | null
  }>
  /**
   * Connects now, ignoring earlier failures, and lists the tools. Throws ProblemError `connector.not-found`.
   */
  check(principal: Principal, name: string, signal: AbortSignal): Promise<ConnectorOverview>
  /** Closes connections that were idle for some minutes. */
  closeIdle(): Promise<void>
  close(): Promise<void>
}

export interface ConnectorServiceOptions extends ConnectorPoolOptions {
  readonly config: ConnectorConfig
}

/**
 * Speaks MCP with the servers the operator has configured. The SDK is loaded on first use, because it takes
 * tens of megabytes and much of the start time.
 */
export function createConnectorService(options: ConnectorServiceOptions): ConnectorService {
  const { config } = options
  let pool: ConnectorPool | null = null
  let loading: Promise<ConnectorPool> | null = null
  let closed = false

  function loadPool(): Promise<ConnectorPool> {
    loading ??= import('./connector-pool.ts').then(({ ConnectorPool }) => {
      pool = new ConnectorPool(options)
      return pool
    })
    return loading
  }

  async function definitionsFor(tenantId: TenantId): Promise<readonly ConnectorDefinition[]> {
    const { connectors } = await config.current()
    pool?.closeStale(connectors)
    return connectors.filter((definition) => isAvailableTo(definition, tenantId))
  }

  async function clientFor({ tenantId }: Principal, name: string): Promise<ConnectorClient> {
    const definitions = await definitionsFor(tenantId)
    const definition = definitions.find((one) => one.name === name)
    if (!definition) throw new ProblemError(unknownConnector(name))
    const loaded = await loadPool()
    if (closed) throw connectorFailed(name, 'the server is stopping')
    return loaded.getOrCreate(tenantId, definition)
  }

  async function toolsOf(client: ConnectorClient, signal: AbortSignal): Promise<ToolList> {
    await pool?.evictFor(client)
    return client.tools(signal)
  }

  return {
    list: async ({ tenantId }) =>
      (await definitionsFor(tenantId)).map((definition) =>
        toConnector(definition, pool?.find(tenantId, definition.name)),
      ),
    tools: async (principal, name, signal) => {
      const { tools } = await toolsOf(await clientFor(principal, name), signal)
      return [...tools.values()]
    },
    call: async (principal, { connector: name, digest, tool: toolName, input, key, signal }) => {
      const client = await clientFor(principal, name)
      if (client.definition.digest !== digest) throw connectorChanged(name)
      const { tools } = await toolsOf(client, signal)
      const tool = tools.get(toolName)
      if (!tool) throw toolNotFound(name, toolName, [...tools.keys()])
      const { checkInput } = await loadPool()
      const found = await checkInput(tool.inputSchema, input)
      if (found.verdict === 'wrong') throw invalidToolInput(name, toolName, found.why)
      if (found.verdict === 'unusable-schema') throw invalidToolSchema(name, toolName, found.why)
      const result = await client.call({ tool, input, key, signal })
      const { failed, text, output } = readOutput(client.definition, result)
      if (failed) throw toolFailed(name, toolName, text)
      return output
    },
    overview: async (tenantId) => {
      const definitions = await definitionsFor(tenantId)
      const { broken, problem } = await config.current()
      const usable = definitions.map((one) => overviewOf(one, pool?.find(tenantId, one.name)))
      const unusable = broken.filter((one) => isAvailableTo(one, tenantId)).map(misconfigured)
      const connectors = [...usable, ...unusable].sort((a, b) => (a.name < b.name ? -1 : 1))
      return { connectors, problem }
    },
    check: async (principal, name, signal) => {
      const client = await clientFor(principal, name)
      client.resetBackoff()
      try {
        await toolsOf(client, signal)
        return overviewOf(client.definition, client)
      } catch (error) {
        if (signal.aborted || !isProblemError(error)) throw error
        const found = overviewOf(client.definition, client)
        return { ...found, status: 'failed', problem: found.problem ?? error.problem.message }
      }
    },
    closeIdle: async () => pool?.closeIdle(),
    close: async () => {
      closed = true
      await pool?.closeAll()
    },
  }
}

/** A result may be nested too deeply to be read. */
function readOutput({ name, secrets }: ConnectorDefinition, result: CallToolResult): ToolOutput {
  try {
    return toToolOutput(result, secrets)
  } catch {
    throw connectorFailed(name, 'its answer cannot be read')
  }
}

function toConnector(
  definition: ConnectorDefinition,
  client: ConnectorClient | undefined,
): Connector {
  const { name, title, description, endpoint, digest, trustsAnnotations, openWorld } = definition
  const cachedTools = client?.cachedTools
  return {
    ...{ name, title, description, endpoint, digest, trustsAnnotations },
    ...(openWorld !== undefined && { openWorld }),
    ...(cachedTools && { toolCount: cachedTools.tools.size }),
  }
}

function overviewOf(
  { name, title, description, endpoint, openWorld, target: { kind } }: ConnectorDefinition,
  client: ConnectorClient | undefined,
): ConnectorOverview {
  return {
    ...{ name, title, description, endpoint, kind, openWorld: openWorld ?? null },
    ...(client?.status() ?? { status: 'idle', problem: null }),
    toolCount: client?.cachedTools?.tools.size ?? null,
    omittedTools: client?.cachedTools?.omittedCount ?? 0,
  }
}

function misconfigured({ name, problem }: BrokenConnector): ConnectorOverview {
  return {
    ...{ name, title: name, description: '', kind: null, endpoint: null, openWorld: null },
    ...{ status: 'misconfigured', problem, toolCount: null, omittedTools: 0 },
  }
}
