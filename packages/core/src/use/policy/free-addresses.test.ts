import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RunId, TraceId } from '../../base/ids.ts'
import { webFetchName } from '../../domain/egress.ts'
import type { LoggedEvent } from '../../domain/events.ts'
import { freeAddresses, isFreeAddress, type PersonsMessage } from './free-addresses.ts'

const runOf = (turn: number) => `run_${turn}` as RunId
const link = (turn: number, number: number) => `https://t${turn}-${number}.example/`

/** A message with `count` addresses begins each turn. */
function conversation({ turns, count }: { turns: number; count: number }) {
  const messages: PersonsMessage[] = Array.from({ length: turns }, (_, turn) => ({
    runId: runOf(turn),
    text: `Read ${Array.from({ length: count }, (_, number) => link(turn, number)).join(' and ')}.`,
  }))
  const events: LoggedEvent[] = []
  /** Requests the address if that is free. */
  const request = (turn: number, url: string): boolean => {
    const seen = messages.slice(0, turn + 1)
    if (!isFreeAddress(events, seen, { url, runId: runOf(turn) })) return false
    const call = { id: `${events.length}`, name: webFetchName, input: { url } }
    const place = { seq: events.length + 1, runId: runOf(turn), traceId: '' as TraceId, at: 0 }
    events.push({ ...place, event: { type: 'tool-started', call } })
    return true
  }
  return { request }
}

describe('the addresses that a person wrote', () => {
  it('are free in the order in which they stand, each once, a few in a turn', () => {
    const { request } = conversation({ turns: 1, count: 6 })
    expect(request(0, link(0, 1))).toBe(false)
    const taken = [0, 1, 2, 3, 4, 5].map((number) => request(0, link(0, number)))
    expect(taken).toEqual([true, true, true, true, false, false])
    expect(request(0, link(0, 0))).toBe(false)
  })

  it('are free again in a turn whose message has them', () => {
    const { request } = conversation({ turns: 2, count: 1 })
    expect(request(0, link(0, 0))).toBe(true)
    expect(request(1, link(1, 0))).toBe(true)
  })

  it('are free a few times in all when they stand in an earlier message', () => {
    const { request } = conversation({ turns: 3, count: 8 })
    const taken = Array.from({ length: 8 }, (_, number) =>
      request(number % 2 ? 1 : 2, link(0, number)),
    )
    expect(taken.filter(Boolean)).toHaveLength(freeAddresses.ofEarlierMessages)
  })

  it('are no alphabet: sixteen of them spell next to nothing', () => {
    const attempts = fc.array(fc.tuple(fc.nat(3), fc.nat(3), fc.nat(15)), { maxLength: 60 })
    fc.assert(
      fc.property(attempts, (tried) => {
        const { request } = conversation({ turns: 4, count: 16 })
        const inTurns = tried.toSorted(([one], [other]) => one - other)
        const sent = inTurns.filter(([turn, of, number]) => request(turn, link(of, number)))
        const ofEarlier = sent.filter(([turn, of]) => of < turn)
        expect(ofEarlier.length).toBeLessThanOrEqual(freeAddresses.ofEarlierMessages)
        for (const turn of [0, 1, 2, 3]) {
          const own = sent.filter(([at, of]) => at === turn && of === turn)
          // What was sent of a turn's own message says its number, and nothing else.
          expect(own.map(([, , number]) => number)).toEqual(own.map((_, index) => index))
          expect(own.length).toBeLessThanOrEqual(freeAddresses.ofThisTurn)
        }
      }),
    )
  })
})
