import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'

const deflateBytes = promisify(deflate)

export type GitObjectType = 'commit' | 'tree' | 'blob'

/** An object as a pack has it. */
export interface GitObject {
  /** Lower-case hex SHA-1. */
  readonly oid: string
  readonly type: GitObjectType
  /** Bytes before compression. */
  readonly size: number
  readonly deflated: Uint8Array
}

export async function createGitObject(type: GitObjectType, bytes: Uint8Array): Promise<GitObject> {
  const hash = createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes)
  const deflated = await deflateBytes(bytes)
  return { oid: hash.digest('hex'), type, size: bytes.length, deflated }
}
