import { isProblemError, type JsonObject, type Problem, ProblemError } from '@repertoire/core/base'
import { APICallError, RetryError } from 'ai'
import { causes } from './error-causes.ts'
import { gatewayErrorStatus, gatewayErrorText } from './gateway-error.ts'
import { modelTimeout } from './model-timeout.ts'
import type { ProviderConnection } from './provider-connection.ts'

export interface FailureContext extends Pick<ProviderConnection, 'mendedIn'> {
  /** The configured key, which is removed from every message. */
  readonly apiKey: string | undefined
  /** The provider had begun to answer, so the work may have been charged. */
  readonly answered: boolean
}

const connectErrorCodes = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  'UND_ERR_CONNECT_TIMEOUT',
])
const maxDetailLength = 300

/**
 * Translates a failed model call. Codes: `model.rate-limited`, `model.overloaded` and `model.unreachable`, all three before
 * any work was done; `model.unauthorised`, `model.unknown`, `model.bad-request`, `model.stream-cut`, `model.timeout`,
 * `model.context-too-long`, `model.not-an-api`, `model.failed`. Contains no secret: neither the key nor headers nor the request.
 */
export function providerProblem(error: unknown, context: FailureContext): ProblemError {
  const own = causes(error).find(isProblemError)
  if (own) return ownProblem(own, context)
  const failure = RetryError.isInstance(error) ? error.lastError : error
  const gatewayStatus = gatewayErrorStatus(error)
  const status = APICallError.isInstance(failure) ? failure.statusCode : gatewayStatus
  const refused = status !== undefined && !context.answered
  const template = refused
    ? { ...problemOfStatus(status, context), ...(gatewayStatus && gatewayErrorText(status)) }
    : problemOfConnection(failure, context)
  const providerText = APICallError.isInstance(failure) ? providerMessage(failure, context) : ''
  const tooLong =
    refused && (status === 400 || status === 413) && contextLengthPattern.test(providerText)
  const seconds = APICallError.isInstance(failure) ? retryAfter(failure) : undefined
  const details: JsonObject = {
    ...(refused && { status }),
    ...(seconds !== undefined && { retry_after_seconds: seconds }),
    ...(providerText !== '' && { provider_message: providerText }),
  }
  return new ProblemError({ ...(tooLong ? contextTooLong : template), details })
}

/** Whether a provider answers with a page for people; 401, 429 and 5xx say more by their status. */
export function isWebPage({ status, headers }: Response): boolean {
  const isHtml = headers.get('content-type')?.startsWith('text/html') ?? false
  return isHtml && status < 500 && status !== 401 && status !== 429
}

export function notAnApi({ mendedIn }: Pick<ProviderConnection, 'mendedIn'>): ProblemError {
  const where =
    mendedIn === 'settings' ? 'under Settings → Models' : 'in OPENAI_BASE_URL or ANTHROPIC_BASE_URL'
  return new ProblemError({
    code: 'model.not-an-api',
    kind: 'unavailable',
    message: 'The address answers with a web page, not with a model.',
    hint: `Check the address ${where}: most end in /v1.`,
  })
}

function unreachable(mendedIn: FailureContext['mendedIn']): Problem {
  const hint =
    mendedIn === 'settings'
      ? 'Check that the provider runs, and its address under Settings → Models.'
      : 'Check the network, and OPENAI_BASE_URL or ANTHROPIC_BASE_URL where one is set.'
  return {
    code: 'model.unreachable',
    kind: 'unavailable',
    message: 'The model provider cannot be reached.',
    hint,
  }
}

const unreachableCodes: ReadonlySet<string> = new Set([
  ...['outbound.unreachable', 'outbound.name-not-found', 'outbound.no-route'],
])

/** What the guard of outgoing requests says, in the words of a model that failed. */
function ownProblem(error: ProblemError, { answered, mendedIn }: FailureContext): ProblemError {
  const { code } = error.problem
  if (code === 'outbound.timeout') {
    const message = 'The model did not go on answering in time.'
    return new ProblemError({ ...modelTimeout(message), details: {} })
  }
  if (answered && code.startsWith('outbound.')) return streamCut()
  if (!unreachableCodes.has(code)) return error
  return new ProblemError({ ...unreachable(mendedIn), details: {} })
}

/** The stream ended without a finish part. */
export function streamCut(): ProblemError {
  return new ProblemError({ ...cut, details: {} })
}

const cut: Problem = {
  code: 'model.stream-cut',
  kind: 'unavailable',
  message: 'The connection to the model broke in the middle of its answer.',
  hint: 'Send the message again. The broken call was not repeated, because it may have been charged.',
}

/** How providers report a request with too many tokens, for which none has a status code. */
const contextLengthPattern =
  /context.?(length|window)|too long|too many tokens|maximum.{0,20}tokens/i

const contextTooLong: Problem = {
  code: 'model.context-too-long',
  kind: 'unavailable',
  message: 'The conversation is too long for the model.',
  hint: 'Begin a new conversation, disable skills, or choose a model that takes more under Settings → Models.',
}

function problemOfStatus(status: number, { mendedIn }: Pick<FailureContext, 'mendedIn'>): Problem {
  const isOnPage = mendedIn === 'settings'
  if (isOnPage && (status === 401 || status === 403)) {
    return {
      code: 'model.unauthorised',
      kind: 'unavailable',
      message: `${status}: the key was refused.`,
      hint: 'Paste a new key under Settings → Models; nothing else changes.',
    }
  }
  if (status === 401 || status === 403) {
    return {
      code: 'model.unauthorised',
      kind: 'unavailable',
      message: 'The model provider does not accept the configured API key.',
      hint: 'Check OPENAI_API_KEY or ANTHROPIC_API_KEY and start the server again.',
    }
  }
  if (status === 404) {
    return {
      code: 'model.unknown',
      kind: 'unavailable',
      message: 'The model provider knows no such model, or its address is wrong.',
      hint: isOnPage
        ? 'Check the name of the model and the address under Settings → Models.'
        : 'Check OPENAI_MODEL and OPENAI_BASE_URL, or ANTHROPIC_MODEL and ANTHROPIC_BASE_URL.',
    }
  }
  if (status === 429) {
    return {
      code: 'model.rate-limited',
      kind: 'rate-limited',
      message: 'The model provider takes no more requests for now.',
      hint: 'Wait a little and send the message again, raise the limit with the provider, or choose another model under Settings → Models.',
    }
  }
  if (status === 503 || status === 529) {
    return {
      code: 'model.overloaded',
      kind: 'unavailable',
      message: 'The model provider is overloaded.',
      hint: 'Wait a little and send the message again.',
    }
  }
  if (status >= 400 && status < 500) {
    return {
      code: 'model.bad-request',
      kind: 'unavailable',
      message: 'The model provider refused the request.',
      hint: 'The conversation may be too long for the model, or the model may not support tools.',
    }
  }
  return {
    code: 'model.failed',
    kind: 'unavailable',
    message: 'The model provider failed to answer.',
    hint: 'Send the message again.',
  }
}

function problemOfConnection(error: unknown, { answered, mendedIn }: FailureContext): Problem {
  const chain = causes(error)
  const isTimeout = chain.some((one) => one instanceof Error && one.name === 'TimeoutError')
  if (isTimeout) {
    return modelTimeout('The model did not go on answering in time.')
  }
  if (!answered && chain.some((one) => connectErrorCodes.has(codeOf(one)))) {
    return unreachable(mendedIn)
  }
  return cut
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** The provider's message, shortened, without anything that looks like a credential. */
function providerMessage(error: APICallError, { apiKey }: FailureContext): string {
  const text = apiKey ? error.message.replaceAll(apiKey, '[key]') : error.message
  return text
    .replace(/\b(?:sk|pk|key|Bearer)[-_ ][^\s"',;]{4,}/gi, '[key]')
    .replace(/\s+/g, ' ')
    .slice(0, maxDetailLength)
    .trim()
}

function retryAfter({ responseHeaders }: APICallError): number | undefined {
  const seconds = Number(responseHeaders?.['retry-after'])
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}
