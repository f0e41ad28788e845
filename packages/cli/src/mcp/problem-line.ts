import { SdkHttpError } from '@modelcontextprotocol/client'
import { serverNotReachable } from '../connection/connection.ts'

/** What went wrong between client and server, and what to do about it, in one line. */
export function problemLine(error: unknown, baseUrl: string): string {
  if (error instanceof SdkHttpError) return refused(error, baseUrl)
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Error) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
    const { message, hint } = serverNotReachable(baseUrl, code)
    return oneLine(`${message} ${hint}`)
  }
  return oneLine(`${baseUrl}: ${error instanceof Error ? error.message : 'no answer'}`)
}

function refused({ status, data: { text } }: SdkHttpError, baseUrl: string): string {
  const { message = '', hint = '' } = problemIn(text)
  if (status === 401)
    return oneLine(
      `${baseUrl} does not accept this API key. Make one on its page “Connect your agent”, and set REPERTOIRE_API_KEY.`,
    )
  return oneLine(`${baseUrl} responded ${status}: ${message} ${hint}`)
}

function problemIn(text: unknown): { message?: string; hint?: string } {
  try {
    const body = JSON.parse(typeof text === 'string' ? text : '')
    const { message, hint } = body
    return {
      ...(typeof message === 'string' && { message }),
      ...(typeof hint === 'string' && { hint }),
    }
  } catch {
    return {}
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
