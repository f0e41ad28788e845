import { newApiKey } from './api-key-format.ts'
import { newSecret } from './secret.ts'

const minLength = 32
const maxLength = 200
const minDistinct = 12

/**
 * Why a key that an operator chose for the first owner is too weak, with a generated one that is not; null when
 * it will do. Length and distinct characters bound how well it can be guessed; words and repetitions have few.
 */
export function bootstrapKeyProblem(key: string): string | null {
  if (isStrongKey(key)) return null
  const suggestion = newApiKey(newSecret).text
  return `must be ${minLength} to ${maxLength} printable characters without spaces, at least ${minDistinct} of them different and not one text repeated; for example, made just now: ${suggestion}`
}

/** Whether a text is too long and too varied to be guessed. */
export function isStrongKey(key: string): boolean {
  return (
    /^[\x21-\x7e]+$/.test(key) &&
    key.length >= minLength &&
    key.length <= maxLength &&
    new Set(key).size >= minDistinct &&
    !isRepetition(key)
  )
}

function isRepetition(key: string): boolean {
  return `${key}${key}`.indexOf(key, 1) < key.length
}
