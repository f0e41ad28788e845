import type { WireEvent } from '@repertoire/protocol'

/** An event's name with its data. */
export type NamedData = {
  [Name in WireEvent['event']]: Pick<Extract<WireEvent, { event: Name }>, 'event' | 'data'>
}[WireEvent['event']]
