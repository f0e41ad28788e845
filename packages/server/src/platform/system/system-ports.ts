import { hash, randomUUID } from 'node:crypto'
import type { Sha256 } from '@repertoire/core/base'
import type { Clock, IdSource } from '@repertoire/core/ports'

export const systemClock: Clock = { now: () => Date.now() }

/** 122 random bits as 32 hex digits, from the pool that Node fills ahead. */
const randomHex = (): string => randomUUID().replaceAll('-', '')

export const randomIds: IdSource = {
  next: (prefix) => `${prefix}_${randomHex()}`,
  traceId: randomHex,
}

export const sha256: Sha256 = (data) => hash('sha256', data, 'hex')
