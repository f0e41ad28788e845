import type { GitRepository } from './git-repository.ts'
import { flushPacket, maxLineBytes, packetOf } from './pkt-line.ts'
import { packParts } from './write-pack.ts'

/** What `git-upload-pack` answers. */
export interface UploadPackReply {
  readonly parts: Iterable<Uint8Array>
  /** The client gets the files. */
  readonly delivers: boolean
}

export const mainBranch = 'refs/heads/main'

/** A text that git shows its person. */
export function rejection(message: string): UploadPackReply {
  return { parts: [packetOf(`ERR ${message}`)], delivers: false }
}

/** The same text for everything that is not the commit of now: whether it ever was is not told. */
export function unknownRef(oid: string): UploadPackReply {
  return rejection(`upload-pack: not our ref ${oid.slice(0, 40)}`)
}

/** A pack has many parts of a few bytes, and each chunk costs a write. */
const chunkBytes = 64 * 1024

/** Everything, or a pack without objects for a client that has it. */
export function* packfileFor(
  { objects }: GitRepository,
  { hasHead }: { readonly hasHead: boolean },
): Generator<Uint8Array> {
  yield* inChunks(packParts(hasHead ? [] : objects))
}

function* inChunks(parts: Iterable<Uint8Array>): Generator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let size = 0
  for (const part of parts) {
    waiting.push(part)
    size += part.length
    if (size < chunkBytes) continue
    yield Buffer.concat(waiting)
    waiting = []
    size = 0
  }
  yield Buffer.concat(waiting)
}

/** A pack in lines of the side band, with its end. */
export function* sideChannel(parts: Iterable<Uint8Array>): Generator<Uint8Array> {
  const band = Buffer.from([1])
  for (const part of parts) {
    for (let at = 0; at < part.length; at += maxLineBytes - 1) {
      yield packetOf(Buffer.concat([band, part.subarray(at, at + maxLineBytes - 1)]))
    }
  }
  yield flushPacket
}
