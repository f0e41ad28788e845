import { z } from 'zod'
import type {
  TemporalSettings,
  TemporalTls,
} from '../../runtime/engines/temporal/temporal-settings.ts'
import { configProblem } from './flags.ts'
import { emptyAsAbsent, oneOf, text, textUpTo } from './variable-kinds.ts'

const hostAndPort = /^(\[[0-9a-fA-F:]+\]|[^\s:/[\]]+):\d{1,5}$/

/** The engine, and Temporal's own names for its settings. */
export const engineVariables = {
  WORKFLOW__EXECUTION_ENGINE: z.preprocess(
    emptyAsAbsent,
    oneOf(['direct', 'temporal']).default('direct'),
  ),
  TEMPORAL_ADDRESS: z.preprocess(
    emptyAsAbsent,
    z.string().regex(hostAndPort, 'must be host:port').default('127.0.0.1:7233'),
  ),
  TEMPORAL_NAMESPACE: z.preprocess(emptyAsAbsent, textUpTo(255).default('default')),
  TEMPORAL_TASK_QUEUE: z.preprocess(emptyAsAbsent, textUpTo(255).default('repertoire')),
  TEMPORAL_WORKER: z.preprocess(emptyAsAbsent, oneOf(['on', 'off']).default('on')),
  TEMPORAL_WORKER_SCRIPTS: z.preprocess(emptyAsAbsent, oneOf(['on', 'off']).default('on')),
  TEMPORAL_ACTIVITY: z.preprocess(emptyAsAbsent, oneOf(['action', 'segment']).default('action')),
  TEMPORAL_API_KEY: text,
  TEMPORAL_TLS: z.preprocess(emptyAsAbsent, oneOf(['true', 'false']).optional()),
  TEMPORAL_TLS_SERVER_NAME: text,
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: text,
  TEMPORAL_TLS_CLIENT_CERT_PATH: text,
  TEMPORAL_TLS_CLIENT_KEY_PATH: text,
}

const engineSchema = z.object(engineVariables)

type EngineVariables = z.infer<typeof engineSchema>

/** Undefined for the direct engine. `absolute` resolves the paths of files. */
export function temporalSettings(
  values: EngineVariables,
  absolute: (path: string) => string,
): TemporalSettings | undefined {
  if (values.WORKFLOW__EXECUTION_ENGINE !== 'temporal') return undefined
  return {
    address: values.TEMPORAL_ADDRESS,
    namespace: values.TEMPORAL_NAMESPACE,
    taskQueue: values.TEMPORAL_TASK_QUEUE,
    worker: values.TEMPORAL_WORKER === 'on',
    runsScripts: values.TEMPORAL_WORKER_SCRIPTS === 'on',
    activity: values.TEMPORAL_ACTIVITY,
    apiKey: values.TEMPORAL_API_KEY,
    tls: tlsOf(values, absolute),
  }
}

/** On where anything needs it, and an error with half a client's pair: an API key is never sent in the clear, unless TLS is switched off by name. */
function tlsOf(
  values: EngineVariables,
  absolute: (path: string) => string,
): TemporalTls | undefined {
  const fileOf = (path: string | undefined) => path && absolute(path)
  const tls = {
    serverName: values.TEMPORAL_TLS_SERVER_NAME,
    caFile: fileOf(values.TEMPORAL_TLS_SERVER_CA_CERT_PATH),
    certFile: fileOf(values.TEMPORAL_TLS_CLIENT_CERT_PATH),
    keyFile: fileOf(values.TEMPORAL_TLS_CLIENT_KEY_PATH),
  }
  if ((tls.certFile === undefined) !== (tls.keyFile === undefined)) {
    const pair = 'TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH'
    throw configProblem(`${pair} need each other.`)
  }
  const needed = values.TEMPORAL_API_KEY !== undefined || Object.values(tls).some(Boolean)
  const chosen = values.TEMPORAL_TLS ?? (needed ? 'true' : 'false')
  return chosen === 'true' ? tls : undefined
}
