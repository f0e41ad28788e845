import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isProblemError, ProblemError } from '@repertoire/core/base'
import { Client, Connection } from '@temporalio/client'
import type { DataConverter } from '@temporalio/common'
import { NativeConnection } from '@temporalio/worker'
import { registeredSearchAttributes } from './search-attributes.ts'
import type { TemporalSettings, TemporalTls } from './temporal-settings.ts'

const connectMilliseconds = 5_000

/** Open connections: one for requests, one for the worker. */
export interface TemporalConnection {
  readonly client: Client
  readonly native: NativeConnection
  /** Those of ours that the namespace has. */
  readonly searchAttributes: ReadonlySet<string>
  close(): Promise<void>
}

/**
 * Connects, and looks for the namespace. Throws ProblemError `engine.temporal-unreachable`,
 * `engine.temporal-refused`, `engine.temporal-namespace-missing` or `engine.temporal-file-unreadable`.
 */
export async function connectToTemporal(
  settings: TemporalSettings,
  dataConverter: DataConverter,
): Promise<TemporalConnection> {
  const { address, namespace, apiKey } = settings
  const tls = settings.tls && (await readTls(settings.tls))
  const common = { address, tls: tls ?? false, ...(apiKey !== undefined && { apiKey }) }
  let connection: Connection | undefined
  try {
    connection = await Connection.connect({ ...common, connectTimeout: connectMilliseconds })
    const checked = connection
    const soon = <Result>(request: () => Promise<Result>) =>
      checked.withDeadline(Date.now() + connectMilliseconds, request)
    await soon(() => checked.workflowService.describeNamespace({ namespace }))
    const searchAttributes = await soon(() => registeredSearchAttributes(checked, namespace))
    const native = await NativeConnection.connect(common)
    return {
      client: new Client({ connection, namespace, dataConverter }),
      ...{ native, searchAttributes },
      close: async () => {
        await checked.close()
        // A worker that could not say goodbye still holds it, and lets go with the process.
        await native.close().catch(() => undefined)
      },
    }
  } catch (error) {
    await connection?.close()
    throw connectionProblem(settings, error)
  }
}

async function readTls({ serverName, caFile, certFile, keyFile }: TemporalTls) {
  const [ca, crt, key] = await Promise.all([
    readPem(caFile, isCertificate),
    readPem(certFile, isCertificate),
    readPem(keyFile, createPrivateKey),
  ])
  return {
    ...(serverName !== undefined && { serverNameOverride: serverName }),
    ...(ca && { serverRootCACertificate: ca }),
    ...(crt && key && { clientCertPair: { crt, key } }),
  }
}

/** `check` throws for what is not meant. */
async function readPem(
  file: string | undefined,
  check: (pem: Buffer) => unknown,
): Promise<Uint8Array | undefined> {
  if (file === undefined) return undefined
  const pem = await readFile(file).catch(() => undefined)
  if (pem === undefined) throw fileProblem(`${file} cannot be read.`)
  try {
    check(pem)
    return pem
  } catch {
    throw fileProblem(`${file} does not hold what its setting is for, in PEM.`)
  }
}

const isCertificate = (pem: Buffer) => new X509Certificate(pem)

const fileProblem = (message: string): ProblemError =>
  temporalProblem('file-unreadable', message, 'It is a TEMPORAL_TLS_* file.')

const grpcNotFound = 5
const grpcPermissionDenied = 7
const grpcUnauthenticated = 16

function connectionProblem(settings: TemporalSettings, error: unknown): ProblemError {
  const { address, namespace, tls } = settings
  if (isProblemError(error)) return error
  const code = grpcCodeOf(error)
  if (code === grpcNotFound) {
    const hint = `Create it (temporal operator namespace create -n ${namespace}), or set TEMPORAL_NAMESPACE.`
    return temporalProblem(
      'namespace-missing',
      `Temporal at ${address} has no namespace ${namespace}.`,
      hint,
    )
  }
  if (code === grpcPermissionDenied || code === grpcUnauthenticated) {
    const hint = 'Check TEMPORAL_API_KEY, TEMPORAL_TLS_* and TEMPORAL_NAMESPACE.'
    return temporalProblem('refused', `Temporal at ${address} refuses this server.`, hint)
  }
  const start = 'Start it, or set TEMPORAL_ADDRESS, or WORKFLOW__EXECUTION_ENGINE=direct.'
  const hint = tls
    ? `${start} With TLS, check TEMPORAL_TLS_SERVER_CA_CERT_PATH, TEMPORAL_TLS_SERVER_NAME and the client's certificate.`
    : `${start} Where it wants TLS, set TEMPORAL_TLS=true.`
  return temporalProblem('unreachable', `Temporal at ${address} cannot be reached.`, hint)
}

/** The gRPC status of the error or of what caused it. */
export function grpcCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  return 'code' in error && typeof error.code === 'number' ? error.code : grpcCodeOf(error.cause)
}

function temporalProblem(name: string, message: string, hint: string): ProblemError {
  return new ProblemError({ code: `engine.temporal-${name}`, kind: 'unavailable', message, hint })
}
