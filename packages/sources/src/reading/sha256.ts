import { createHash } from 'node:crypto'
import type { Sha256 } from '@repertoire/core/base'

export const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
