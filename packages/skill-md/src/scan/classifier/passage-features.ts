import { isLoopback, isReserved } from '../context/addresses.ts'
import { isWellKnownHost } from './well-known-hosts.ts'

const address = /\b[a-z][a-z+]{1,9}:\/\/([^\s)>"'`\]|,]{1,300})/g
const mail = /[\w.+-]{1,40}@[a-z0-9-]{1,40}(?:\.[a-z0-9-]{2,20}){1,3}/g
/** Not the names of files, some of which end like a country. */
const bareHost =
  /(?<![\w./@~-])(?:[a-z0-9-]{2,40}\.){1,4}(?:com|net|org|io|dev|app|co|me|info|top|site|online|cloud|ai|tech|xyz|gg|tv|cc|ru|cn|de|fr|es|jp|eu|us|uk|travel|shop|work|run|health|legal|host|pro|page|link|store|studio|systems|tools|services|network|digital|finance|live|space|zone|world|team|group|agency|center|education|care)\b(?![\w-])(?:\/[^\s)>"'`\]|,]{0,300})?/g
const word = /<[a-z]+>|\p{L}[\p{L}\p{M}]{0,23}(?:'[a-z]{1,3})?|\d{1,12}/gu
/** The same of a text in plain letters, in less time. */
const plainWord = /<[a-z]+>|[a-z]{1,24}(?:'[a-z]{1,3})?|\d{1,12}/g
const plain = /^[\n -~]*$/
const withoutBlanks = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u

/** Features are counted in so many buckets, by their hash. */
export const featureBuckets = 2 ** 17

/** What a classifier reads in a folded sentence. */
export interface SentenceFeatures {
  readonly words: number
  /** The buckets of its features: words, and pairs of words with at most one between. One may stand there twice. */
  readonly buckets: Uint32Array
}

export function featuresOf(sentence: string): SentenceFeatures {
  const hashes = wordsOf(sentence).map(hashOf)
  const count = hashes.length
  const buckets = new Uint32Array(Math.max(0, 3 * count - 3) + (count === 1 ? 1 : 0))
  let at = 0
  for (const [index, one] of hashes.entries()) {
    buckets[at++] = bucketOf(one)
    const [next, second] = [hashes[index + 1], hashes[index + 2]]
    if (next !== undefined) buckets[at++] = bucketOf(pairHash(one, next, 1))
    if (second !== undefined) buckets[at++] = bucketOf(pairHash(one, second, 2))
  }
  return { words: count, buckets }
}

/** Words, with what is an address or a number told by its kind. Of scripts without blanks, each two letters. */
export function wordsOf(sentence: string): readonly string[] {
  const words: string[] = []
  const pattern = plain.test(sentence) ? plainWord : word
  for (const [one] of withoutAddresses(sentence).matchAll(pattern)) {
    if (pattern === word && withoutBlanks.test(one)) words.push(...letterPairs(one))
    else words.push(one >= '0' && one <= '9\uffff' ? '<number>' : stemOf(one))
  }
  return words
}

function withoutAddresses(sentence: string): string {
  if (!sentence.includes('.') && !sentence.includes('://')) return sentence
  return sentence
    .replace(address, (_whole, rest: string) => kindOfHost(rest))
    .replace(mail, ' <mail> ')
    .replace(bareHost, (whole) => kindOfHost(whole))
}

function kindOfHost(address: string): string {
  const authority = address.slice(0, /[/?#]|$/.exec(address)?.index)
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d{1,5}$/, '')
  const place = { host, path: '' }
  return isLoopback(place) || isReserved(place) || isWellKnownHost(host) ? ' <known> ' : ' <host> '
}

const ending = /(?:'s|ing|ed|es|s|e|ly)$/

/** Without the commonest endings of English, so that one form of a word tells of the others. */
function stemOf(word: string): string {
  if (word.length < 4) return word
  return word.replace(ending, '')
}

function letterPairs(text: string): readonly string[] {
  const letters = [...text]
  if (letters.length < 2) return letters
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return hash >>> 0
}

function pairHash(one: number, other: number, distance: number): number {
  return Math.imul(one ^ Math.imul(other, 0x9e3779b1) ^ distance, 0x85ebca6b) >>> 0
}

function bucketOf(hash: number): number {
  return ((hash ^ (hash >>> 15)) >>> 0) % featureBuckets
}
