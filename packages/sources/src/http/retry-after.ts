import { remoteLimits } from './limits.ts'

/** Asked for when the server names no time. */
const defaultMs = 60_000

/**
 * Milliseconds to wait after an answer that refuses for its rate: `Retry-After` in seconds or as a date, or GitHub's
 * `x-ratelimit-reset`. Null for any other answer.
 */
export function retryAfterOf({ status, headers }: Response, now: number): number | null {
  const usedUp = headers.get('x-ratelimit-remaining') === '0'
  const stated = headers.get('retry-after')
  const limited = status === 429 || (status === 503 && stated !== null)
  if (!limited && !(status === 403 && (usedUp || stated !== null))) return null
  const wait = statedWait(stated, now) ?? resetWait(headers.get('x-ratelimit-reset'), now)
  return Math.min(Math.max(wait ?? defaultMs, 0), remoteLimits.retryAfterMs)
}

function statedWait(text: string | null, now: number): number | undefined {
  if (text === null) return undefined
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * 1000
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : at - now
}

function resetWait(text: string | null, now: number): number | undefined {
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) * 1000 - now : undefined
}
