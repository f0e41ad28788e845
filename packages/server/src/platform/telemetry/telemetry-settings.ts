import { ProblemError } from '@repertoire/core/base'

/** Encoding of OTLP. */
export type TelemetryProtocol = 'http/protobuf' | 'http/json'

/** The OpenTelemetry environment variables that we read ourselves. Its own packages read the others. */
export interface TelemetrySettings {
  readonly protocol: TelemetryProtocol
  /** Whether spans contain messages, inputs and outputs. */
  readonly contents: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Undefined unless a collector is configured; no OpenTelemetry code is loaded then. Throws ProblemError
 * `config.invalid` for values that the packages would ignore silently.
 */
export function telemetrySettings(env: Environment): TelemetrySettings | undefined {
  const endpoint = read(env, 'ENDPOINT')
  const off = env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true'
  if (!endpoint || off || env.OTEL_TRACES_EXPORTER?.trim() === 'none') return undefined
  const protocol = read(env, 'PROTOCOL')?.value ?? 'http/protobuf'
  const wrong = problemsIn(env)
  if (wrong.length > 0 || !isProtocol(protocol)) throw unusable(wrong)
  return { protocol, contents: env.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT === 'true' }
}

interface Setting {
  readonly name: string
  readonly value: string
}

/** The variable for traces overrides the general one. */
function read(env: Environment, what: string): Setting | undefined {
  for (const name of [`OTEL_EXPORTER_OTLP_TRACES_${what}`, `OTEL_EXPORTER_OTLP_${what}`]) {
    const value = env[name]?.trim()
    if (value) return { name, value }
  }
  return undefined
}

const checks: readonly (readonly [string, (value: string) => boolean, string])[] = [
  ['ENDPOINT', isAddress, 'must be an http or https address'],
  ['PROTOCOL', isProtocol, 'must be http/protobuf or http/json; grpc is not supported'],
  ['COMPRESSION', (value) => /^(?:gzip|none)$/.test(value), 'must be gzip or none'],
  ['TIMEOUT', (value) => /^[1-9]\d{0,6}$/.test(value), 'must be a whole number of milliseconds'],
]

function problemsIn(env: Environment): readonly string[] {
  return checks.flatMap(([what, isRight, must]) => {
    const setting = read(env, what)
    return !setting || isRight(setting.value) ? [] : [`${setting.name}: ${must}`]
  })
}

function isAddress(value: string): boolean {
  return /^https?:$/.test(URL.parse(value)?.protocol ?? '')
}

function isProtocol(value: string): value is TelemetryProtocol {
  return value === 'http/protobuf' || value === 'http/json'
}

function unusable(wrong: readonly string[]): ProblemError {
  return new ProblemError({
    code: 'config.invalid',
    kind: 'invalid',
    message: `Settings that cannot be used: ${wrong.join('; ')}`,
    hint: 'Without OTEL_EXPORTER_OTLP_ENDPOINT nothing is sent to a collector.',
  })
}
