import type { JsonValue } from '../base/json.ts'
import { webDestination } from './egress.ts'
import { findHostName, type WordToRead } from './host-name.ts'

/** One address of a text as it may be requested: as it stands there, and without the punctuation behind it. */
export type WrittenAddress = readonly string[]

/** The web addresses of a text, in its order. Pure, in linear time. */
export function webAddressesIn(text: string): readonly WrittenAddress[] {
  const found = text.match(/https?:\/\/[^\s<>"'`]+/gi) ?? []
  return found
    .map((address) => withoutPunctuation(address).flatMap((one) => webDestination(one)?.url ?? []))
    .filter((address) => address.length > 0)
}

/**
 * Whether the arguments of a call name a web or mail address, or a host, that stands in none of the messages: a tool may
 * then send them there, wherever it runs itself. A part of a written address is another address. Pure, in linear time:
 * both are untrusted, and long.
 */
export function hasUnknownAddress(messages: readonly string[], input: JsonValue): boolean {
  const texts = textsOf(input)
  if (texts.some(hidesAddress)) return true
  const named = texts.flatMap(addressesNamed)
  if (named.length === 0) return false
  const written = new Set(messages.flatMap(addressesNamed).flatMap(withoutPunctuation))
  return named.some((address) => !withoutPunctuation(address).some((one) => written.has(one)))
}

/** All texts of a value, with the names in it. */
function textsOf(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value !== 'object') return []
  const names = Array.isArray(value) ? [] : Object.keys(value)
  return [...names, ...Object.values(value).flatMap(textsOf)]
}

/** At most one of each word: what follows an address without a blank is a part of it. */
function addressesNamed(text: string): readonly string[] {
  const words = decoded(text).trim().split(/\s+/)
  return words.flatMap((word) => addressIn({ word, isWholeText: words.length === 1 }) ?? [])
}

function addressIn({ word, isWholeText }: WordToRead): string | undefined {
  const at = [startOfUrl(word), word.search(/www\.[^\s]/i), startOfMail(word)].filter(
    (start) => start !== -1,
  )
  if (at.length > 0) return word.slice(Math.min(...at))
  const host = findHostName({ word, isWholeText })
  return host === -1 ? undefined : word.slice(host)
}

/** Where `scheme://`, `//` or `\\` begins that something follows, or -1. */
function startOfUrl(word: string): number {
  const slashes = word.search(/[/\\]{2}[^\s]/)
  if (slashes < 1 || word[slashes - 1] !== ':') return slashes
  let start = slashes - 1
  while (start > 0 && /[a-z0-9+.-]/i.test(word[start - 1]!)) start -= 1
  return start
}

/** Where `name@host.suffix` begins, or -1. */
function startOfMail(word: string): number {
  const parts = word.split('@')
  const host = parts.findIndex((part, index) => index > 0 && /[^.]\.[^.]/.test(part))
  if (host === -1 || parts[host - 1] === '') return -1
  return parts.slice(0, host - 1).join('@').length + (host > 1 ? 1 : 0)
}

/** As a program may read it that undoes percent signs and takes wide letters for plain ones. */
function decoded(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\u3002/g, '.')
    .replace(/%(?:25)+(?=[0-9a-f]{2})/gi, '%')
    .replace(/%(?:2[ef]|3[af]|5c|40)/gi, (code) => String.fromCharCode(parseInt(code.slice(1), 16)))
}

/**
 * Whether the text has an address that only a program reads as one: `https:` without slashes, or with line breaks
 * in it, which parsers of addresses leave out.
 */
function hidesAddress(text: string): boolean {
  const read = text.replace(/[\t\n\r]/g, '').match(/(?:https?|wss?|ftp):\S/gi) ?? []
  const shown = text.match(/(?:https?|wss?|ftp):[/\\]{2}(?:\S| |$)/gi) ?? []
  return read.length > shown.length
}

const openingMarks = new Set('(<"\'`*_')
const closingMarks = new Set('.,;:!?)]}*_>"\'`')

/** An address as it stands in a sentence, and without the punctuation around it. */
function withoutPunctuation(address: string): readonly string[] {
  let [start, end] = [0, address.length]
  while (start < end && openingMarks.has(address[start]!)) start += 1
  while (end > start && closingMarks.has(address[end - 1]!)) end -= 1
  const bare = address.slice(start, end)
  return bare === address ? [address] : [address, bare]
}
