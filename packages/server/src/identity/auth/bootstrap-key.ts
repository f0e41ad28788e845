import { newApiKey } from '../credentials/api-key-format.ts'
import { newSecret } from '../credentials/secret.ts'

const minLength = 32
const maxLength = 200
const minDistinct = 12
/** Characters that neither continue a sequence nor repeat a part before them. */
const minUnforeseen = 12
const minRepeat = 3
const printableCount = 94

/**
 * Why a key that an operator chose for the first owner is too weak, with a generated one that is not; null when
 * it will do. Length and characters that do not follow from others bound how well it can be guessed.
 */
export function bootstrapKeyProblem(key: string): string | null {
  if (isSecureKey(key)) return null
  const suggestion = newApiKey(newSecret).text
  return `must be ${minLength} to ${maxLength} printable characters without spaces, at least ${minDistinct} of them different, and neither one text repeated nor a sequence such as abc or 321; for example, made just now: ${suggestion}`
}

/** Whether a text is too long and too varied to be guessed. */
export function isSecureKey(key: string): boolean {
  return (
    /^[\x21-\x7e]+$/.test(key) &&
    key.length >= minLength &&
    key.length <= maxLength &&
    new Set(key).size >= minDistinct &&
    !isPeriodic(key) &&
    unforeseen(key) >= minUnforeseen
  )
}

/** One text, at least twice; the last time it may be cut off. */
function isPeriodic(key: string): boolean {
  for (let period = 1; period * 2 <= key.length; period += 1) {
    if (key.startsWith(key.slice(period))) return true
  }
  return false
}

/** How many characters have to be known to write the key: a run of steps has two, a repeated part has one. */
function unforeseen(key: string): number {
  let count = 0
  for (let at = 0; at < key.length; ) {
    const repeated = repeatAt(key, at)
    if (repeated > 0) at += repeated
    else if (continuesSteps(key, at)) {
      at += 1
      continue
    } else at += 1
    count += 1
  }
  return count
}

function continuesSteps(key: string, at: number): boolean {
  // After the last printable character comes the first.
  const step = (to: number) =>
    (key.charCodeAt(to) - key.charCodeAt(to - 1) + printableCount) % printableCount
  return at >= 2 && step(at) === step(at - 1)
}

/** The length of the longest part from here on that also stands before; 0 for less than three characters. */
function repeatAt(key: string, at: number): number {
  let length = 0
  while (at + length < key.length && key.slice(0, at).includes(key.slice(at, at + length + 1))) {
    length += 1
  }
  return length >= minRepeat ? length : 0
}
