import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client'
import { isProblemError } from '@repertoire/core/base'
import { redact } from '../../platform/redaction/redact-text.ts'
import { StartFailure } from './start-failure.ts'

/** UTF-16 units of an untrusted error message that are passed on. */
const maxReasonLength = 2_000
/** Lines of standard error that administrators are shown. */
const maxStderrLines = 5

/** What went wrong, without secrets. */
export function reasonOf(error: unknown, secrets: readonly string[]): string {
  return redact(rawReason(error), secrets).slice(0, maxReasonLength).replace(/\.$/, '')
}

function rawReason(error: unknown): string {
  if (isProblemError(error)) return error.problem.message
  if (SdkHttpError.isInstance(error)) return httpReason(error.status)
  if (SdkError.isInstance(error)) {
    if (error.code === SdkErrorCode.ConnectionClosed)
      return 'the connection ended before it answered'
    if (error.code === SdkErrorCode.NotConnected) return 'the connection is closed'
    if (error.code === SdkErrorCode.RequestTimeout) return 'it did not answer in time'
    if (error.code === SdkErrorCode.UnsupportedResultType) return 'it requests more than it may'
  }
  if (!(error instanceof Error)) return 'an unknown error occurred'
  const cause = error.cause === undefined ? undefined : rawReason(error.cause)
  if ('code' in error && error.code === 'ENOENT')
    return 'its command, or its folder, was not found on this machine'
  if ('code' in error && error.code === 'EACCES') return 'its command may not be run here'
  if (ProtocolError.isInstance(error)) return `it says: ${error.message}`
  return cause ?? error.message
}

/** What an owner can do about a connection that could not be opened. Null when nothing is known. */
export function hintOf(error: unknown): string | null {
  if (isProblemError(error)) return error.problem.hint ?? hintOfOutbound(error.problem.code)
  if (SdkHttpError.isInstance(error)) return hintOfStatus(error.status)
  if (SdkError.isInstance(error) && error.code === SdkErrorCode.RequestTimeout) {
    return 'Check that an MCP server answers at this address.'
  }
  return error instanceof Error && error.cause !== undefined ? hintOf(error.cause) : null
}

function hintOfOutbound(code: string): string | null {
  if (code === 'outbound.certificate-refused') return 'Its operator has to renew the certificate.'
  return code === 'outbound.unreachable' || code === 'outbound.timeout'
    ? 'Check the address and its port, and that the server there is running.'
    : null
}

function hintOfStatus(status: number | undefined): string | null {
  if (status === 401 || status === 403) {
    return 'Give it the header it wants, such as Authorization with a valid token.'
  }
  if (status === 404 || status === 405) {
    return 'Check the path of the address; that of an MCP server often ends in /mcp.'
  }
  return null
}

function httpReason(status: number | undefined): string {
  if (status === 401 || status === 403) return `it refused access (HTTP ${status})`
  return status === undefined ? 'it answered with an HTTP error' : `it answered with HTTP ${status}`
}

/** For administrators: the reason with the last output of the process, if it never started properly. */
export function adminReasonOf(error: unknown, secrets: readonly string[]): string {
  const reason = reasonOf(error, secrets)
  if (!(error instanceof StartFailure)) return reason
  const lines = redact(error.stderrTail, secrets).split('\n')
  const output = lines.map((line) => line.trim()).filter((line) => line !== '')
  return output.length === 0
    ? reason
    : `${reason}; it wrote: ${output.slice(-maxStderrLines).join(' ⏎ ')}`
}

/** Whether the error is below the protocol, so that a new connection may help. */
export function isConnectionError(error: unknown): boolean {
  if (SdkHttpError.isInstance(error)) return true
  if (ProtocolError.isInstance(error)) return false
  if (!SdkError.isInstance(error)) return true
  const { ConnectionClosed, NotConnected, SendFailed } = SdkErrorCode
  return [ConnectionClosed, NotConnected, SendFailed].some((code) => code === error.code)
}

/** Whether the SDK timed out waiting. */
export function isTimeout(error: unknown): boolean {
  if (error instanceof StartFailure) return false
  return SdkError.isInstance(error) && error.code === SdkErrorCode.RequestTimeout
}
