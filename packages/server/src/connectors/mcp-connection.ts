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
import { parseAllowList } from '../outbound/allow-list.ts'
import { createGuardedFetch } from '../outbound/guarded-fetch.ts'
import { tracedFetch } from '../telemetry/current-trace.ts'
import { ChildTransport } from './child-transport.ts'
import type { CommandTarget, ConnectorDefinition, HttpTarget } from './connector-definition.ts'
import { StartFailure } from './start-failure.ts'

/** Programs that fetch themselves first need some time. */
const connectTimeoutSeconds = 60
/** A server that knows only older revisions may not answer what it does not know. */
const probeTimeoutMs = 5_000
const maxResponseBytes = 8_000_000
const terminateTimeoutMs = 1_000

export interface McpConnectionOptions {
  /** A folder of the process's own; made when it is not there. */
  readonly workDir: string
  readonly version: string
  readonly signal: AbortSignal
  readonly onToolsChanged: () => void
  readonly onClosed: () => void
}

/** A connection that stands. */
export interface McpConnection {
  readonly client: Client
  /** Of the local process; null for one that is reached by HTTP. */
  readonly pid: number | null
  close(): Promise<void>
}

/** Connects to an MCP server. Throws a StartFailure; nothing is left running then. */
export async function openMcpConnection(
  definition: ConnectorDefinition,
  options: McpConnectionOptions,
): Promise<McpConnection> {
  const { target } = definition
  if (target.kind === 'http') return connect(httpTransport(target, options), options, 'auto')
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
  /** Says goodbye, when the other side wants to hear it. */
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
      // Nothing is offered: no sampling, no questions to people, no folders.
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

/** Answers are data whatever shape they have, and a stranger's schema of them is not worth running. */
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

/** What any program needs to run, and nothing this server was told. */
function basicEnvironment(workDir: string): Record<string, string> {
  const needed = process.platform === 'win32' ? ['PATH', 'SYSTEMROOT', 'PATHEXT'] : ['PATH']
  const inherited = needed.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(inherited), HOME: workDir, TMPDIR: tmpdir(), LANG: 'C.UTF-8' }
}

/** The host the operator wrote may be a private one; wherever else it leads is checked like any address. */
function httpTransport(
  { url, headers }: HttpTarget,
  { version }: McpConnectionOptions,
): TransportHandle {
  const { hostname, port, protocol } = new URL(url)
  const { entries } = parseAllowList(`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`)
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

/** Some older servers end at a question they do not know. */
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
