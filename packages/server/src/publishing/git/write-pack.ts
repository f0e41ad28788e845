import { createHash } from 'node:crypto'
import type { GitObject, GitObjectType } from './git-object.ts'

const typeNumbers: Readonly<Record<GitObjectType, number>> = { commit: 1, tree: 2, blob: 3 }

/** The parts of a pack of version 2, without deltas. */
export function* packParts(objects: readonly GitObject[]): Generator<Uint8Array> {
  const hash = createHash('sha1')
  const header = Buffer.alloc(12)
  header.write('PACK', 'latin1')
  header.writeUInt32BE(2, 4)
  header.writeUInt32BE(objects.length, 8)
  hash.update(header)
  yield header
  for (const { type, size, deflated } of objects) {
    const head = objectHeader(typeNumbers[type], size)
    hash.update(head).update(deflated)
    yield head
    yield deflated
  }
  yield hash.digest()
}

/** The type and the size: four bits of it, then seven in each byte, the lowest first. */
function objectHeader(type: number, size: number): Buffer {
  const bytes: number[] = []
  let byte = (type << 4) | (size & 15)
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push(byte | 0x80)
    byte = rest & 0x7f
  }
  bytes.push(byte)
  return Buffer.from(bytes)
}
