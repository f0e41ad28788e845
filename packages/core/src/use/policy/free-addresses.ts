import type { RunId } from '../../base/ids.ts'
import { webDestination, webFetchName } from '../../domain/egress.ts'
import type { LoggedEvent } from '../../domain/events.ts'
import { type WrittenAddress, webAddressesIn } from '../../domain/written-address.ts'

/** A message of a person, with the run that it began. */
export interface PersonsMessage {
  readonly runId: RunId | null
  readonly text: string
}

/**
 * Addresses that persons wrote and that are requested without asking: of the message of this turn, and in the whole
 * conversation of earlier messages.
 */
export const freeAddresses = { ofThisTurn: 4, ofEarlierMessages: 3 } as const

/**
 * Whether an address that a person wrote may be requested without asking, once untrusted content has entered the
 * conversation. Many written addresses are an alphabet: which of them are requested, in which order and how often,
 * spells what nobody wrote. So the addresses of the turn's own message are free in the order in which they stand,
 * each once, and those of earlier messages a few times in all. Pure.
 */
export function isFreeAddress(
  events: readonly LoggedEvent[],
  messages: readonly PersonsMessage[],
  { url, runId }: { readonly url: string; readonly runId: RunId },
): boolean {
  const requests = requestsIn(events)
  const inTurn = requests.filter((one) => one.runId === runId).map((one) => one.url)
  if (inTurn.includes(url)) return false
  const own = addressesOf(messages.filter((message) => message.runId === runId))
  if (own.some((address) => address.includes(url))) {
    const next = own.findIndex((address) => !address.some((one) => inTurn.includes(one)))
    return next < freeAddresses.ofThisTurn && own[next]?.includes(url) === true
  }
  const isWritten = addressesOf(messages).some((address) => address.includes(url))
  return isWritten && countOfEarlier(requests, messages) < freeAddresses.ofEarlierMessages
}

interface WebRequest {
  readonly url: string
  readonly runId: RunId | null
}

function requestsIn(events: readonly LoggedEvent[]): readonly WebRequest[] {
  return events.flatMap(({ event, runId }) => {
    if (event.type !== 'tool-started' || event.call.name !== webFetchName) return []
    const { input } = event.call
    const given = input !== null && typeof input === 'object' && 'url' in input ? input.url : ''
    const url = webDestination(String(given))?.url
    return url === undefined ? [] : [{ url, runId }]
  })
}

/** How many requests went to addresses that stood in a message before their turn. */
function countOfEarlier(
  requests: readonly WebRequest[],
  messages: readonly PersonsMessage[],
): number {
  const written = new Set(addressesOf(messages).flat())
  return requests.filter(({ url, runId }) => {
    const own = addressesOf(messages.filter((message) => message.runId === runId)).flat()
    return written.has(url) && !own.includes(url)
  }).length
}

function addressesOf(messages: readonly PersonsMessage[]): readonly WrittenAddress[] {
  return messages.flatMap(({ text }) => webAddressesIn(text))
}
