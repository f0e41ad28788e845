import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import {
  Client,
  type JsonSchemaType,
  type JsonSchemaValidator,
  SdkError,
  SdkErrorCode,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import { parseAllowList } from '../../platform/outbound/allow-list.ts'
import { createGuardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import { tracedFetch } from '../../platform/telemetry/current-trace.ts'
import { ChildTransport } from './child-transport.ts'
import type { CommandTarget, ConnectorDefinition, HttpTarget } from './connector-definition.ts'
import { StartFailure } from './start-failure.ts'

/** Long, because programs such as `npx` download themselves first. */
const connectTimeoutSeconds = 60
/** An older server may not answer a probe of a newer revision. */
const probeTimeoutMs = 5_000
const maxResponseBytes = 8_000_000
const terminateTimeoutMs = 1_000

export interface McpConnectionOptions {
  /** Working folder of the process; created when it is missing. */
  readonly workDir: string
  readonly version: string
  /** What a connector of an organisation may reach besides the public Internet. */
  readonly outboundAllow: readonly string[]
  readonly signal: AbortSignal
  readonly onToolsChanged: () => void
  readonly onClosed: () => void
}

/** An open connection. */
export interface McpConnection {
  readonly client: Client
  /** Process id of the local process. Null over HTTP. */
  readonly pid: number | null
  close(): Promise<void>
}

/** Connects to an MCP server. Throws a StartFailure; nothing is left running then. */
export async function openMcpConnection(
  definition: ConnectorDefinition,
  options: McpConnectionOptions,
): Promise<McpConnection> {
  const { target, stored } = definition
  if (target.kind === 'http') {
    const allow = stored ? options.outboundAllow : [hostAndPort(target.url)]
    return connect(httpTransport(target, { ...options, allow }), options, 'auto')
  }
  await mkdir(options.workDir, { recursive: true, mode: 0o700 })
  try {
    return await connect(childTransport(target, options), options, 'auto')
  } catch (error) {
    if (!(error instanceof StartFailure && endedDuringProbe(error))) throw error
    return connect(childTransport(target, options), options, 'legacy')
  }
}

interface TransportHandle {
  readonly transport: Transport
  readonly pid: () => number | null
  readonly stderrTail: () => string
  /** Ends the session on the server, where there is one. */
  readonly terminateSession: () => Promise<void>
  readonly release: () => Promise<void>
}

async function connect(
  handle: TransportHandle,
  { version, signal, onToolsChanged, onClosed }: McpConnectionOptions,
  mode: 'auto' | 'legacy',
): Promise<McpConnection> {
  const client = new Client(
    { name: 'repertoire', version },
    {
      // No capability is offered: no sampling, no elicitation, no roots.
      capabilities: {},
      inputRequired: { autoFulfill: false },
      jsonSchemaValidator: acceptAnyOutput,
      versionNegotiation: { mode, probe: { timeoutMs: probeTimeoutMs } },
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: onToolsChanged } },
    },
  )
  const close = async () => {
    try {
      await Promise.race([
        handle.terminateSession().catch(() => undefined),
        delay(terminateTimeoutMs),
      ])
      await client.close()
      await handle.transport.close()
    } finally {
      await handle.release()
    }
  }
  try {
    await client.connect(handle.transport, { signal, timeout: connectTimeoutSeconds * 1_000 })
  } catch (error) {
    await close().catch(() => undefined)
    throw new StartFailure(error, handle.stderrTail())
  }
  client.onclose = onClosed
  return { client, pid: handle.pid(), close }
}

/**
 * Accepts results of any shape: they are handled as data, and the server's own output schemas are untrusted.
 */
const acceptAnyOutput = {
  getValidator:
    <T>(_schema: JsonSchemaType): JsonSchemaValidator<T> =>
    (input) => ({ valid: true, data: input as T, errorMessage: undefined }),
}

function childTransport(target: CommandTarget, { workDir }: McpConnectionOptions): TransportHandle {
  const { command, args, env, cwd } = target
  const transport = new ChildTransport({
    command,
    args,
    env: { ...basicEnvironment(workDir), ...env },
    cwd: cwd ?? workDir,
  })
  return {
    transport,
    pid: () => transport.pid,
    stderrTail: () => transport.stderrTail,
    terminateSession: noop,
    release: noop,
  }
}

/** What any program needs to run. Contains no variable of this server. */
function basicEnvironment(workDir: string): Record<string, string> {
  const needed = process.platform === 'win32' ? ['PATH', 'SYSTEMROOT', 'PATHEXT'] : ['PATH']
  const inherited = needed.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(inherited), HOME: workDir, TMPDIR: tmpdir(), LANG: 'C.UTF-8' }
}

function hostAndPort(url: string): string {
  const { hostname, port, protocol } = new URL(url)
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
}

/**
 * The operator may name a private host; an organisation reaches only what the operator opened for everyone.
 * Every other host, such as a redirect's, is checked like any address.
 */
function httpTransport(
  { url, headers }: HttpTarget,
  { version, allow }: { readonly version: string; readonly allow: readonly string[] },
): TransportHandle {
  const { entries } = parseAllowList(allow.join(','))
  const guarded = createGuardedFetch({
    userAgent: `Repertoire/${version}`,
    allow: entries,
    limits: {
      bytes: maxResponseBytes,
      timeMs: Number.POSITIVE_INFINITY,
      idleMs: Number.POSITIVE_INFINITY,
    },
  })
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...headers } },
    fetch: tracedFetch(guarded.fetch as typeof globalThis.fetch),
    redirectPolicy: 'same-origin',
  })
  const terminateSession = () => transport.terminateSession()
  return {
    transport,
    pid: () => null,
    stderrTail: () => '',
    terminateSession,
    release: guarded.close,
  }
}

/** Some older servers exit at a method they do not know. */
function endedDuringProbe({ cause: error }: StartFailure): boolean {
  if (!SdkError.isInstance(error)) return false
  return (
    error.code === SdkErrorCode.EraNegotiationFailed || error.code === SdkErrorCode.ConnectionClosed
  )
}

const noop = async () => undefined

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref()
  })
}
