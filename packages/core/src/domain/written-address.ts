import type { JsonValue } from '../base/json.ts'
import { webDestination } from './egress.ts'

/** One address of a text as it may be requested: as it stands there, and without the punctuation behind it. */
export type WrittenAddress = readonly string[]

/** The web addresses of a text, in its order. Pure. */
export function webAddressesIn(text: string): readonly WrittenAddress[] {
  const found = text.match(/https?:\/\/[^\s<>"'`]+/gi) ?? []
  return found
    .map((address) => withoutPunctuation(address).flatMap((one) => webDestination(one)?.url ?? []))
    .filter((address) => address.length > 0)
}

/**
 * Whether the arguments of a call name a web or mail address that stands in none of the messages: a tool may then
 * send them there, wherever it runs itself. A part of a written address is another address. Pure.
 */
export function hasUnknownAddress(messages: readonly string[], input: JsonValue): boolean {
  const written = new Set(messages.flatMap(addressesNamed).flatMap(withoutPunctuation))
  return namesOther(written, input)
}

function namesOther(written: ReadonlySet<string>, input: JsonValue): boolean {
  if (typeof input === 'string') {
    return (
      hidesAddress(input) ||
      addressesNamed(input).some(
        (address) => !withoutPunctuation(address).some((one) => written.has(one)),
      )
    )
  }
  if (input === null || typeof input !== 'object') return false
  const parts = Array.isArray(input) ? input : [...Object.keys(input), ...Object.values(input)]
  return parts.some((part) => namesOther(written, part))
}

function addressesNamed(text: string): string[] {
  return (
    text.match(/(?:[a-z][a-z0-9+.-]*:)?[/\\]{2}[^\s]+|www\.[^\s]+|[^\s@]+@[^\s@]+\.[^\s@]+/gi) ?? []
  )
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

/** An address as it stands in a sentence, and without the punctuation around it. */
function withoutPunctuation(address: string): readonly string[] {
  const bare = address.replace(/^[(<"'`*_]+/, '').replace(/[.,;:!?)\]}*_>"'`]+$/, '')
  return bare === address ? [address] : [address, bare]
}
