import { createHash, randomBytes } from 'node:crypto'
import type { Clock, IdSource, Sha256 } from '@repertoire/core'

export const systemClock: Clock = { now: () => Date.now() }

/** 120 random bits in letters and digits that cannot be mistaken for one another's case. */
export const randomIds: IdSource = {
  next: (prefix) => `${prefix}_${randomBytes(15).toString('hex')}`,
  traceId: () => randomBytes(16).toString('hex'),
}

export const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
