import pino, { type Logger } from 'pino'

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export type LogLevel = (typeof logLevels)[number]

/** Where log lines are written; standard error. */
export interface LogTarget {
  readonly isTTY?: boolean
  write(text: string): unknown
}

const secretPaths = ['authorization', 'cookie', 'token', 'key', 'api_key', 'password', 'secret']

/** JSON lines, or short readable lines on a terminal. Secrets are masked. */
export function createLogger(level: LogLevel, target: LogTarget): Logger {
  const options = {
    level,
    base: null,
    redact: { paths: [...secretPaths, ...secretPaths.map((path) => `*.${path}`)], censor: '***' },
    formatters: { level: (label: string) => ({ level: label }) },
  }
  if (!target.isTTY) return pino(options, target)
  return pino(options, { write: (line: string) => target.write(readable(line)) })
}

function readable(line: string): string {
  const { level, time, msg, err, trace_id, request_id, ...rest } = JSON.parse(line)
  const clock = new Date(time).toTimeString().slice(0, 8)
  const facts = Object.entries(rest).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  const trace = level === 'info' || level === 'debug' ? [] : [`trace=${trace_id}`]
  const stack = err?.stack ? `\n${err.stack}` : ''
  return `${[clock, level, msg, ...facts, ...(trace_id ? trace : [])].join(' ')}${stack}\n`
}
