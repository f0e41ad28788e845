import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client'
import { isProblemError } from '@repertoire/core'
import { redact } from './redact.ts'

/** UTF-16 units of a stranger's error message that are passed on. */
const longestReason = 2_000

/** What went wrong, as far as it can be told without giving anything away. */
export function reasonOf(error: unknown, secrets: readonly string[]): string {
  return redact(rawReason(error), secrets).slice(0, longestReason).replace(/\.$/, '')
}

function rawReason(error: unknown): string {
  if (isProblemError(error)) return error.problem.message
  if (SdkHttpError.isInstance(error)) return httpReason(error.status)
  if (SdkError.isInstance(error)) {
    if (error.code === SdkErrorCode.ConnectionClosed) return 'it ended while it was working'
    if (error.code === SdkErrorCode.NotConnected) return 'it has ended'
    if (error.code === SdkErrorCode.RequestTimeout) return 'it does not answer'
    if (error.code === SdkErrorCode.UnsupportedResultType) return 'it asks for more than it may'
  }
  if (!(error instanceof Error)) return 'unknown trouble'
  const cause = error.cause === undefined ? undefined : rawReason(error.cause)
  if ('code' in error && error.code === 'ENOENT') return 'its command was not found on this machine'
  if ('code' in error && error.code === 'EACCES') return 'its command may not be run here'
  if (ProtocolError.isInstance(error)) return `it says: ${error.message}`
  return cause ?? error.message
}

function httpReason(status: number | undefined): string {
  if (status === 401 || status === 403) return `it does not let us in (HTTP ${status})`
  return `it answered with HTTP ${status ?? 'trouble'}`
}

/** Whether the library gave up waiting. */
export function isTimeout(error: unknown): boolean {
  return SdkError.isInstance(error) && error.code === SdkErrorCode.RequestTimeout
}
