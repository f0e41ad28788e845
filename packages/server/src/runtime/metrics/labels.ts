const methods: ReadonlySet<string> = new Set([
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
])

const providers: ReadonlySet<string> = new Set([
  ...['anthropic', 'openai', 'openai-compatible', 'gcp.gemini', 'mistral_ai', 'ollama'],
  'repertoire',
])

/** Codes a model call may fail with. Others may come from programs of the operator. */
const modelErrors: ReadonlySet<string> = new Set([
  ...['model.aborted', 'model.bad-request', 'model.context-too-long', 'model.failed'],
  ...['model.key-unreadable', 'model.not-an-api', 'model.overloaded', 'model.rate-limited'],
  ...['model.stream-cut', 'model.timeout', 'model.unauthorised', 'model.unknown'],
  ...['model.unreachable', 'model.withheld'],
])

/** Labels have few values, whatever clients, providers and programs send: each value is a series of its own. */
const other = 'other'

export function methodLabel(method: string): string {
  return methods.has(method) ? method : other
}

/** `2xx`. */
export function statusLabel(status: number): string {
  return status >= 100 && status < 600 ? `${Math.floor(status / 100)}xx` : other
}

export function providerLabel(provider: string | undefined): string {
  return provider !== undefined && providers.has(provider) ? provider : other
}

export function modelErrorLabel(code: string): string {
  return modelErrors.has(code) ? code : other
}
